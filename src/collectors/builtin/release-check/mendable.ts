import type { ReleaseNotesFacts } from '../../../words/facts.ts';
import type { ReleaseCommit } from '../../../words/release-note.ts';
import type { Issue } from './issue.ts';

/** The commits that an entry would mend the issue with; none for what a person has to judge. Pure. */
export function mendable({ matter }: Issue, facts: ReleaseNotesFacts): readonly ReleaseCommit[] {
  switch (matter.kind) {
    case 'unmentioned':
      return [matter.commit];
    case 'unbacked':
      return [];
    case 'problem': {
      if (matter.problem.code !== 'breaking-unmarked') return [];
      const about = new Set(matter.problem.commits);
      const silent = new Set(facts.unmentioned);
      const commits = facts.commits.filter(({ sha }) => about.has(sha));
      // A mark on an entry that is there already is for a person to set.
      return commits.every(({ sha }) => silent.has(sha)) ? commits : [];
    }
  }
}
