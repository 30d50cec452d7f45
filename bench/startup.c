/* A program that does nothing: the time that any program takes to start. */

int main(void) {
    return 0;
}
