/** The data of server-sent events, handed on as it comes by: no line is gathered, whatever its length. */

export interface EventListener {
  /** A part of the data of one event. */
  readonly onData: (chunk: Uint8Array, from: number, to: number) => void;
  /** The event is whole. Not called for one without data. */
  readonly onEnd: () => void;
}

export interface EventScan {
  write(chunk: Uint8Array): void;
  end(): void;
}

const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** `data:` */
const FIELD = [0x64, 0x61, 0x74, 0x61, 0x3a];

export function scanEvents({ onData, onEnd }: EventListener): EventScan {
  let matched = 0;
  let line: 'begins' | 'data' | 'other' = 'begins';
  let hasData = false;
  const finish = (): void => {
    if (hasData) onEnd();
    hasData = false;
  };
  const begin = (byte: number): void => {
    if (byte === FIELD[matched]) matched += 1;
    else if (byte !== RETURN) line = 'other';
    if (matched === FIELD.length) {
      line = 'data';
      hasData = true;
    }
  };
  const newline = (): void => {
    // Nothing but a line end stands in it: the event is over.
    if (line === 'begins' && matched === 0) finish();
    line = 'begins';
    matched = 0;
  };
  return {
    write: (chunk) => {
      let at = 0;
      while (at < chunk.length) {
        if (line === 'begins') {
          const byte = chunk[at] ?? 0;
          at += 1;
          if (byte === NEWLINE) newline();
          else begin(byte);
          continue;
        }
        const found = chunk.indexOf(NEWLINE, at);
        const end = found === -1 ? chunk.length : found;
        if (line === 'data') onData(chunk, at, end);
        at = end;
        if (found === -1) return;
        newline();
        at += 1;
      }
    },
    end: finish,
  };
}
