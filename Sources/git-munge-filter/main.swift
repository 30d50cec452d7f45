// The program that git starts as its filter; all that it does is in Smudge.
//
// It is a program of its own because start-up is decided by what is linked, and git starts it for every
// command that meets a munged file.

import Smudge

FilterCommand.main()
