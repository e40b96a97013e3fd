/**
 * What `init` finds in a repository and on this machine. Nothing is changed, nothing of the repository is run.
 *
 * Everything is looked at in the working tree as it stands, ignored files too: exports of tickets are customers' data
 * and belong outside of the history.
 */
import { gitIn } from '../../../git/git-call.ts';
import { gitEnvironment } from '../../../git/git-environment.ts';
import { hostTimezone, type Environment } from '../../../platform/environment.ts';
import { findBranches, type FoundBranches } from './find-branches.ts';
import { findChangelog, type ChangelogSearch } from './find-changelog.ts';
import { findEngines, type FoundEngine } from './find-engines.ts';
import { findPackages, type FoundPackage } from './find-packages.ts';
import { findProject, type FoundProject } from './find-project.ts';
import { findTickets, type TicketSearch } from './find-tickets.ts';

export interface Survey {
  readonly branches: FoundBranches;
  /** This machine's, an IANA name. */
  readonly timezone: string;
  readonly changelog: ChangelogSearch;
  readonly tickets: TicketSearch;
  readonly engines: readonly FoundEngine[];
  /** The kinds of project that the files at the top tell of; the first one is the likeliest. */
  readonly projects: readonly FoundProject[];
  /** Folders below the top with a project file of their own. */
  readonly packages: readonly FoundPackage[];
}

/** @param root absolute path of the top of a working tree */
export async function surveyRepository(root: string, env: Environment): Promise<Survey> {
  const git = gitIn({ cwd: root, env: gitEnvironment(env) });
  const [branches, changelog, tickets, engines, projects, packages] = await Promise.all([
    findBranches(git),
    findChangelog(root, git),
    findTickets(root),
    findEngines(env),
    findProject(root),
    findPackages(git),
  ]);
  return {
    branches,
    timezone: hostTimezone(),
    changelog,
    tickets,
    engines,
    projects,
    packages,
  };
}
