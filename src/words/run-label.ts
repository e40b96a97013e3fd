/** A label of a worker, which a routine asks for by `runs-on`: `gpu`, `os:linux`. */
export const runLabel = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}(:[A-Za-z0-9_.-]{1,63})?$/;
