/** What the daemon tells of itself: lines for people on a terminal, JSON lines in the background. */
import type { Clock } from '../platform/clock.ts';
import { makeFolder } from '../platform/files.ts';
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
    say: (level, text) => {
      const mark = level === 'info' ? '' : `${level}: `;
      write(`${localStamp(clock.now())}  ${mark}${oneLine(text, MAX_TEXT)}\n`);
    },
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

function localStamp(now: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `${date} ${two(now.getHours())}:${two(now.getMinutes())}:${two(now.getSeconds())}`;
}
