/** The programs that tests of the world outside start, each with settings of its own. */
import { spawnSync } from 'node:child_process';

const PROGRAMS = ['postfix', 'dovecot', 'sshd', 'openssl', 'ssh', 'git'] as const;

/** Debian keeps servers where only root looks. */
export const SERVICE_PATH = `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin`;

export function missingServices(path = SERVICE_PATH): readonly string[] {
  return PROGRAMS.filter((program) => whereIs(program, path) === null);
}

/** `null`: it is not on this machine. */
export function whereIs(program: string, path = SERVICE_PATH): string | null {
  const asked = spawnSync('/bin/sh', ['-c', 'command -v "$0"', program], {
    encoding: 'utf8',
    env: { PATH: path },
  });
  const found = asked.stdout.trim();
  return asked.status === 0 && found !== '' ? found : null;
}
