/** What the program inside is told, by argv alone. Pure. */

export type InsideOrder =
  /** Listens on each port of loopback, leads it to the socket of that name, and starts the command. */
  | {
      readonly kind: 'run';
      readonly folder: string;
      readonly leads: readonly Lead[];
      /** The other way round: who comes to the socket is led to the port. */
      readonly offers: readonly Lead[];
      readonly argv: readonly string[];
    }
  /** Leads stdin and stdout to the socket. */
  | { readonly kind: 'connect'; readonly folder: string; readonly name: string };

export interface Lead {
  readonly port: number;
  readonly name: string;
}

/** `run FOLDER [--listen PORT=NAME]… [--offer PORT=NAME]… -- ARGV…` or `connect FOLDER NAME`; `null` for anything else. */
export function readOrder(words: readonly string[]): InsideOrder | null {
  const [mode, folder, ...rest] = words;
  if (folder === undefined || !folder.startsWith('/')) return null;
  if (mode === 'connect') {
    const [name] = rest;
    return name !== undefined && rest.length === 1 && isSocketName(name)
      ? { kind: 'connect', folder, name }
      : null;
  }
  if (mode !== 'run') return null;
  const end = rest.indexOf('--');
  const argv = rest.slice(end + 1);
  const given = rest.slice(0, end);
  const first = given.indexOf('--offer');
  const cut = first === -1 ? given.length : first;
  const leads = readLeads(given.slice(0, cut), '--listen');
  const offers = readLeads(given.slice(cut), '--offer');
  if (end === -1 || argv.length === 0 || leads === null || offers === null) return null;
  return { kind: 'run', folder, leads, offers, argv };
}

function readLeads(words: readonly string[], flag: string): readonly Lead[] | null {
  const leads: Lead[] = [];
  for (let at = 0; at < words.length; at += 2) {
    const parts = /^(\d{1,5})=(.+)$/.exec(words[at + 1] ?? '');
    const name = parts?.[2] ?? '';
    if (words[at] !== flag || !isSocketName(name)) return null;
    leads.push({ port: Number(parts?.[1]), name });
  }
  return leads;
}

/** A name, never a path: nothing but the sockets of the folder is reached. */
function isSocketName(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,30}$/.test(text);
}
