/** What the site keeps for several people: who is let in, on whose behalf, and what they did. */
import type { PeopleSettings } from '../../routines/definition-context.ts';
import type { AuditEntry } from '../../words/audit.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { Person } from '../guard/roles.ts';
import type { Sessions } from '../guard/sessions.ts';
import type { Assets } from './assets.ts';
import type { PeopleDoor } from './people-door.ts';

export interface SitePeople {
  readonly settings: PeopleSettings;
  /** Of the provider’s client; `null`: there is none. */
  readonly secret: string | null;
  /** What people open, for the audit list. */
  readonly where: string;
  /** Name of the cookie of a log-in that is under way. */
  readonly cookie: string;
}

export interface OpenPeople {
  /** `null`: one person. */
  readonly door: PeopleDoor | null;
  note(by: string, what: Pick<AuditEntry, 'what' | 'said' | 'outcome'>): Promise<void>;
  /** The workspace, on behalf of a person; `null`: of the user of the daemon. */
  workspaceOf(person: Person | null): Workspace;
}

interface SitePeopleParts {
  readonly workspace: Workspace;
  readonly sessions: Sessions;
  readonly people: SitePeople | null;
  readonly assets: Assets;
}

/** @param parts.people `null`: one person, of whom nothing is kept */
export async function openSitePeople({
  workspace,
  sessions,
  people,
  assets,
}: SitePeopleParts): Promise<OpenPeople> {
  const workspaceOf = openWorkspaces(workspace);
  if (people === null) return { door: null, note: async () => {}, workspaceOf };
  const note = await openAudit(workspace, people);
  return { door: await doorOf({ people, sessions, assets, note }), note, workspaceOf };
}

async function doorOf({
  people,
  sessions,
  assets,
  note,
}: Pick<SitePeopleParts, 'sessions' | 'assets'> &
  Pick<OpenPeople, 'note'> & { readonly people: SitePeople }): Promise<PeopleDoor> {
  // Who is alone does not load it.
  const { openPeopleDoor } = await import('./people-door.ts');
  const { settings, secret, cookie } = people;
  return openPeopleDoor({
    people: settings,
    sessions,
    secret,
    cookie,
    assets,
    note: (by, { what, isIn }) =>
      note(by, {
        what,
        said: isIn ? 'logged in' : 'has no role',
        outcome: isIn ? 'done' : 'refused',
      }),
  });
}

/** Entries are kept from now on, also of what is done elsewhere. */
async function openAudit(
  { audit, clock }: Workspace,
  { where }: SitePeople,
): Promise<OpenPeople['note']> {
  await audit.begin();
  return (by, { what, said, outcome }) =>
    audit.append({
      at: clock.now().toISOString(),
      by,
      from: 'page',
      where,
      what,
      said: oneLine(said, 1_000),
      outcome,
    });
}

/** One for each person: what is remembered beside a workspace is found again by it. */
function openWorkspaces(workspace: Workspace): OpenPeople['workspaceOf'] {
  const known = new Map<string, Workspace>();
  return (person) => {
    if (person === null) return workspace;
    const found = known.get(person.name);
    if (found !== undefined) return found;
    const made = { ...workspace, actor: person.name };
    known.set(person.name, made);
    return made;
  };
}
