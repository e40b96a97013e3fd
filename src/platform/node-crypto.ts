/** node:crypto once it is needed: a supervisor rarely does, and loading it takes longer than the rest of its start. */
import type * as crypto from 'node:crypto';

export function nodeCrypto(): typeof crypto {
  return process.getBuiltinModule('node:crypto');
}
