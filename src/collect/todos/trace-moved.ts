/**
 * Dates the notes that an ignored commit changed after they had moved. Looking through an ignored commit, git goes on
 * line by line, and a single line is too short for it to tell a move from a new line; so the commit that moved the
 * line seems to have written it. Asked anew at that commit, git sees the moved lines as one piece again.
 */
import type { CommitSha } from '../../domain/ids.ts';
import { blameFile, type TracedLine } from '../../git/blame.ts';
import { readBlobs } from '../../git/cat-file.ts';
import type { GitContext } from '../../git/run-git.ts';

export type Traces = ReadonlyMap<number, TracedLine>;

/** A line can move, be changed by an ignored commit, move again, and so on; nobody does it more often. */
const MAX_ROUNDS = 5;

/** `traces`: by line number; the lines that no ignored commit changed come back as they are. */
export async function traceMoved(
  context: GitContext,
  { traces, ignoreRevsFile }: { readonly traces: Traces; readonly ignoreRevsFile: string },
): Promise<Traces> {
  const found = new Map(traces);
  let open: Traces = traces;
  for (let round = 0; round < MAX_ROUNDS && open.size > 0; round += 1) {
    const further = new Map<number, TracedLine>();
    for (const [place, lines] of await changedSince(context, open)) {
      const blamed = await blameFile(context, { ...place, ignoreRevsFile });
      for (const [line, trace] of lines) {
        const older = blamed?.get(trace.origin.line);
        if (older === undefined || older.commit === trace.commit) continue;
        found.set(line, older);
        further.set(line, older);
      }
    }
    open = further;
  }
  return found;
}

interface Place {
  readonly commit: CommitSha;
  readonly path: string;
}

/** The lines that read otherwise in the commit that is said to have written them, by that commit and path. */
async function changedSince(
  context: GitContext,
  traces: Traces,
): Promise<ReadonlyMap<Place, Traces>> {
  const places = new Map<
    string,
    { readonly place: Place; readonly lines: Map<number, TracedLine> }
  >();
  for (const [line, trace] of traces) {
    const { path } = trace.origin;
    if (path === null) continue;
    const name = `${trace.commit}:${path}`;
    const known = places.get(name) ?? { place: { commit: trace.commit, path }, lines: new Map() };
    places.set(name, known);
    known.lines.set(line, trace);
  }
  const changed = new Map<Place, Traces>();
  const names = [...places.keys()].map((blob) => ({ blob, size: 0 }));
  await readBlobs(context, names, (name, content) => {
    const found = places.get(name);
    if (found === undefined) return;
    const rows = content.toString('utf8').split('\n');
    const other = [...found.lines].filter(
      ([, { origin, text }]) => squeeze(rows[origin.line - 1] ?? '') !== squeeze(text),
    );
    if (other.length > 0) changed.set(found.place, new Map(other));
  });
  return changed;
}

/** Blanks do not count as writing. */
function squeeze(text: string): string {
  return text.replace(/\s+/g, '');
}
