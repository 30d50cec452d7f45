/* What any program costs to start: the floor that the filter is measured against. */

int main(void) {
    return 0;
}
