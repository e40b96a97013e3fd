/** What the daemon tells of itself: lines for people on a terminal, JSON lines in the background. */
import type { Clock } from '../platform/clock.ts';
import { inspectPath, makeFolder, readFrom } from '../platform/files.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import { openRotatingFile } from '../platform/rotating-file.ts';
import { machinePaths } from '../store/machine-paths.ts';
import { oneLine, stripControls } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';

const MAX_FILE_BYTES = 5_000_000;
const MAX_TEXT = 2_000;

export type LogLevel = 'info' | 'warning' | 'error';

/** Texts may hold what came from outside: they are cleaned here, once for all. */
export interface DaemonLog {
  say(level: LogLevel, text: string): void;
  /** When everything that was said is written. */
  flush(): Promise<void>;
}

type LogPlace = Pick<Workspace, 'location' | 'clock' | 'redactor'>;

/** `2026-11-21 02:00:00  started todo-sweep`, in local time. */
export function terminalLog(write: (line: string) => void, clock: Clock): DaemonLog {
  return {
    say: (level, text) => write(`${logLine(clock.now(), level, text)}\n`),
    flush: () => Promise.resolve(),
  };
}

/** daemon.log of the state folder: `{"at","level","text"}` a line; it begins again at 5 MB, one older part is kept. */
export async function fileLog({ location, clock, redactor }: LogPlace): Promise<DaemonLog> {
  await makeFolder(location.stateDir, 0o700);
  const file = openRotatingFile(machinePaths(location.stateDir).daemonLog, MAX_FILE_BYTES);
  return {
    say: (level, text) => {
      const at = clock.now().toISOString();
      file.append(
        `${JSON.stringify({ at, level, text: oneLine(redactor.text(stripControls(text)), MAX_TEXT) })}\n`,
      );
    },
    flush: () => file.flush(),
  };
}

export interface DaemonLogEntry {
  /** ISO 8601. */
  readonly at: string;
  readonly level: LogLevel;
  readonly text: string;
}

/** Whole lines of the log in the background from that byte on; a file that began again is read from its beginning. */
export async function readDaemonLog(
  stateDir: string,
  from: number,
): Promise<{ readonly entries: readonly DaemonLogEntry[]; readonly next: number }> {
  const path = machinePaths(stateDir).daemonLog;
  const size = (await inspectPath(path))?.size ?? 0;
  const entries: DaemonLogEntry[] = [];
  let next = size < from ? 0 : from;
  for (;;) {
    const bytes = await readFrom(path, next);
    const whole = bytes.subarray(0, bytes.lastIndexOf('\n') + 1);
    if (whole.length === 0) return { entries, next };
    next += whole.length;
    for (const line of whole.toString('utf8').split('\n')) {
      const value = tryParseJson(line);
      if (isEntry(value)) entries.push(value);
    }
  }
}

function isEntry(value: unknown): value is DaemonLogEntry {
  return (
    isRecord(value) &&
    typeof value['at'] === 'string' &&
    typeof value['text'] === 'string' &&
    (value['level'] === 'info' || value['level'] === 'warning' || value['level'] === 'error')
  );
}

/** As `terminalLog` writes it. */
export function formatLogEntry({ at, level, text }: DaemonLogEntry): string {
  return logLine(new Date(at), level, text);
}

function logLine(at: Date, level: LogLevel, text: string): string {
  const mark = level === 'info' ? '' : `${level}: `;
  return `${localStamp(at)}  ${mark}${oneLine(text, MAX_TEXT)}`;
}

function localStamp(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${date} ${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`;
}
