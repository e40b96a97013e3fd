/** The id of a part follows from that of its run, so that whoever starts it again finds it and makes no second one. */
import { isRunId, type RunId } from '../../words/ids.ts';

/** Of a ULID: the time comes first. */
const TIME_LENGTH = 10;
const RANDOM_LENGTH = 16;
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** `hash` gives hexadecimal digits, 32 at least. The part sorts with its run, by the time it was admitted. */
export function partIdOf(of: RunId, index: number, hash: (text: string) => string): RunId {
  const digits = hash(`part ${index} of ${of}`);
  const random = Array.from({ length: RANDOM_LENGTH }, (_, at) => {
    const byte = Number.parseInt(digits.slice(at * 2, at * 2 + 2), 16);
    return ALPHABET[byte % ALPHABET.length] ?? '0';
  });
  const id = `${of.slice(0, TIME_LENGTH)}${random.join('')}`;
  if (isRunId(id)) return id;
  throw new TypeError(`made a malformed run id: ${id}`);
}
