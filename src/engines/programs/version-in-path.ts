/** Installers that keep several versions name a folder, or the program itself, by the version. */

const VERSION = /^v?(\d{1,6}\.\d{1,6}\.\d{1,8}(?:-[\w.]{1,30})?)$/;

/** `claude/versions/2.1.0`, `Cellar/codex/0.9.0/bin/codex`; `null` when the path says none of this program. */
export function versionInPath(path: string, program: string): string | null {
  const parts = path.split('/');
  for (const [index, part] of parts.entries()) {
    const version = VERSION.exec(part)?.[1];
    if (version === undefined) continue;
    const [before, above] = [parts[index - 1], parts[index - 2]];
    if (before === program || (before === 'versions' && above === program)) return version;
  }
  return null;
}
