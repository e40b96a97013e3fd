/**
 * Settings of package tools of the repository: as a commit has them, or as the user's own checkout has what is included.
 * Never as they lie in a run's worktree: programs write there, also between two commands of one set-up.
 */
import { join } from 'node:path';

import { readTextsAt } from '../../../git/read-file-at.ts';
import type { GitContext } from '../../../git/run-git.ts';
import type { CommitSha } from '../../../words/ids.ts';
import { readRepositorySettings } from './read-settings.ts';

const FILES = ['.npmrc', '.yarnrc.yml', '.cargo/config.toml', '.cargo/config'] as const;

export type SettingsFile = (typeof FILES)[number];

/** Texts by file; one that is not there has none. */
export type CommittedSettings = Readonly<Partial<Record<SettingsFile, string>>>;

export interface SettingsPlaces {
  /** `null`: none. */
  readonly commit: CommitSha | null;
  /** Untracked files of the checkout that the routine includes. */
  readonly included: readonly string[];
}

/** @param git of the user's repository */
export async function readCommittedSettings(
  git: GitContext,
  { commit, included }: SettingsPlaces,
): Promise<CommittedSettings> {
  const found: Partial<Record<SettingsFile, string>> = {};
  for (const file of FILES)
    if (included.includes(file)) found[file] = await readRepositorySettings(join(git.cwd, file));
  if (commit === null) return found;
  const texts = await readTextsAt(
    git,
    FILES.map((path) => ({ commit, path })),
  );
  for (const [index, file] of FILES.entries()) {
    const text = texts[index];
    if (text?.kind === 'text') found[file] = text.text;
  }
  return found;
}
