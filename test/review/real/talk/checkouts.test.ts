/** Branches of others on a person's disk: checked out, served, explained. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { systemClock } from '../../../../src/platform/clock.ts';
import type { CheckedOut, Explanation } from '../../../../src/review/contract.ts';
import { noteLanding } from '../../../../src/review/note-landing.ts';
import type { ServedBranch } from '../../../../src/review/serve/served-record.ts';
import { isCommitSha, type CommitSha } from '../../../../src/words/ids.ts';
import { openWorkspace } from '../../../../src/workspace/open-workspace.ts';
import { smallWorkspace, type TestWorkspace } from '../../../kit/workspace.ts';

function commitOf(text: string): CommitSha {
  if (isCommitSha(text)) return text;
  throw new TypeError(text);
}

/** A branch of somebody, made without touching the checkout. */
function branchWith(workspace: TestWorkspace, files: Readonly<Record<string, string>>): string {
  const { repo } = workspace;
  repo.git('switch', '--quiet', '-c', 'theirs');
  repo.commit({ files, message: 'theirs' });
  repo.git('switch', '--quiet', 'main');
  return 'theirs';
}

describe('review checkout', () => {
  it('runs no hook and no filter, on the branch where that is free, and says what to look at', () => {
    const workspace = smallWorkspace();
    const { repo } = workspace;
    const mark = join(workspace.home, 'mark');
    const branch = branchWith(workspace, {
      '.gitattributes': '* filter=evil\n',
      'package.json': '{"scripts":{"postinstall":"curl evil"}}\n',
    });
    repo.write('.git/hooks/post-checkout', `#!/bin/sh\ntouch ${mark}\n`, 0o755);
    repo.git('config', 'filter.evil.smudge', `sh -c 'touch ${mark}; cat'`);
    repo.git('config', 'filter.evil.required', 'true');
    const ran = workspace.roundsman('review', 'checkout', branch, '--json');
    const out: CheckedOut = JSON.parse(ran.stdout);
    expect([ran.exitCode, out.made, out.onBranch]).toEqual([0, true, true]);
    expect(out.banners.join('\n')).toContain('package.json');
    expect(readFileSync(join(out.folder, 'src/main.ts'), 'utf8')).toBe('export const one = 1;\n');
    expect(existsSync(mark)).toBe(false);

    const again: CheckedOut = JSON.parse(
      workspace.roundsman('review', 'checkout', branch, '--json').stdout,
    );
    expect([again.folder, again.made]).toEqual([out.folder, false]);
    const aside = join(workspace.home, 'aside');
    const second: CheckedOut = JSON.parse(
      workspace.roundsman('review', 'checkout', branch, '--folder', aside, '--json').stdout,
    );
    expect([second.folder, second.onBranch]).toEqual([aside, false]);
    writeFileSync(join(aside, 'mine.txt'), 'mine');
    const removed = workspace.roundsman(
      'review',
      'checkout',
      branch,
      '--folder',
      aside,
      '--remove',
    );
    expect([removed.exitCode, existsSync(join(aside, 'mine.txt'))]).toEqual([4, true]);
    expect(workspace.roundsman('review', 'checkout', branch, '--remove').exitCode).toBe(0);
    expect(repo.git('status', '--porcelain')).toBe('');
  });

  it('opens no file that leads out of the branch', () => {
    const workspace = smallWorkspace();
    const { repo } = workspace;
    repo.git('switch', '--quiet', '-c', 'theirs');
    repo.git('config', 'core.symlinks', 'true');
    const blob = repo.git('rev-parse', 'HEAD:README.md');
    writeFileSync(join(workspace.home, 'target'), '/etc/passwd');
    const link = repo.git('hash-object', '-w', join(workspace.home, 'target'));
    repo.git('update-index', '--add', '--cacheinfo', `120000,${link},notes`);
    repo.git('-c', 'user.name=a', '-c', 'user.email=a@b.c', 'commit', '-qm', 'link');
    repo.git('reset', '--quiet', '--hard');
    repo.git('switch', '--quiet', 'main');
    const ran = workspace.roundsman('review', 'open', 'theirs', 'notes:1', '--editor', 'true');
    expect([ran.exitCode, blob !== '']).toEqual([4, true]);
    expect(ran.stderr).toContain('error: notes leads out of the branch, to /etc/passwd\n');
  });
});

describe('review serve', () => {
  it('shows two branches at once from inside their sandboxes, and leaves nothing', async () => {
    const workspace = smallWorkspace();
    const server = (word: string): string =>
      `require('node:http').createServer((_, r) => r.end('${word}')).listen(process.env.PORT, '127.0.0.1');\n`;
    const { repo } = workspace;
    for (const name of ['one', 'two']) {
      repo.git('switch', '--quiet', '-c', `try/${name}`, 'main');
      repo.commit({ files: { 'serve.cjs': server(name) }, message: name });
    }
    repo.git('switch', '--quiet', 'main');
    const urls: string[] = [];
    try {
      for (const name of ['one', 'two']) {
        const ran = workspace.roundsman(
          'review',
          'serve',
          `try/${name}`,
          '--command',
          'node serve.cjs',
          '--detach',
          '--json',
        );
        expect([ran.stderr, ran.exitCode]).toEqual(['', 0]);
        const served: ServedBranch = JSON.parse(ran.stdout);
        expect(served).toMatchObject({
          branch: `try/${name}`,
          isolation: 'sandbox',
          state: 'ready',
        });
        urls.push(...served.urls);
      }
      // Not where the page is: its cookie would go there.
      for (const url of urls) expect(url).toMatch(/^http:\/\/127\.0\.0\.2:\d+\/$/);
      const said = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
      expect(said).toEqual(['one', 'two']);
    } finally {
      workspace.roundsman('review', 'serve', '--stop');
    }
    for (const url of urls) await expect(fetch(url)).rejects.toThrow('fetch failed');
    expect(JSON.parse(workspace.roundsman('review', 'serve', '--json').stdout)).toEqual([]);
    expect(repo.git('for-each-ref', 'refs/roundsman')).toBe('');
  });

  it('says how it ended when it ends by itself', () => {
    const workspace = smallWorkspace();
    const ran = workspace.roundsman('review', 'serve', 'main', '--command', 'echo no; exit 3');
    expect(ran.exitCode).toBe(1);
    expect(ran.stderr).toContain('error: what shows main ended by itself with exit code 3\n');
  });
});

describe('explain', () => {
  it('says of a commit of somebody else that no run made it, and reads the note of another clone', async () => {
    const workspace = smallWorkspace();
    const { repo, stateDir, home } = workspace;
    const branch = branchWith(workspace, { 'a.txt': 'a\n' });
    const from = commitOf(repo.git('rev-parse', 'main'));
    const tip = commitOf(repo.git('rev-parse', branch));
    const env = {
      ...process.env,
      ROUNDSMAN_STATE_DIR: stateDir,
      HOME: home,
      SOME_TOKEN: 'token-of-nine-lives',
    };
    const opened = await openWorkspace({
      actor: 'ada',
      folder: repo.path,
      env,
      clock: systemClock,
    });
    const notes = await noteLanding(opened, {
      id: '01m8178mnf1x8kmcqt6w2mr7p2',
      set: null,
      method: 'merge',
      target: 'main',
      from,
      to: tip,
      steps: [{ branch, tip, commit: tip }],
      state: { kind: 'landed' },
      reason: 'good, see token-of-nine-lives',
      by: 'ada',
      startedAt: '2026-11-20T08:00:00.000Z',
      endedAt: '2026-11-20T08:00:01.000Z',
    });
    expect(notes).toEqual({ written: 1, problem: null });
    const told: Explanation = JSON.parse(workspace.roundsman('explain', branch, '--json').stdout);
    expect([told.commit, told.run, told.landing]).toEqual([tip, null, null]);
    expect(told.note).toContain('Landed: on main by merge, by ada at 2026-11-20T08:00:01.000Z\n');
    expect(told.note).not.toContain('nine-lives');
    const plain = workspace.roundsman('explain', 'main');
    expect(plain.stdout).toContain('no run of ours made it');
    expect(workspace.roundsman('explain', '--', '-x').exitCode).toBe(3);
  });
});
