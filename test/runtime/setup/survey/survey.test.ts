import { describe, expect, it } from 'vitest';

import { projectsOf } from '../../../../src/runtime/setup/survey/find-project.ts';
import {
  looksLikeTickets,
  ticketFormatOf,
} from '../../../../src/runtime/setup/survey/find-tickets.ts';
import {
  packagesOf,
  surveyRepository,
  type Survey,
} from '../../../../src/runtime/setup/survey/survey.ts';
import { gitRepo } from '../../../kit/git-repo.ts';

function survey(files: Readonly<Record<string, string>>): Promise<Survey> {
  return surveyRepository(gitRepo(files).path, { ...process.env, PATH: '/usr/bin:/bin' });
}

describe('the kind of project', () => {
  const ofFiles = (files: Readonly<Record<string, string>>) =>
    projectsOf({ names: new Set(Object.keys(files)), text: (name) => files[name] ?? '' }).map(
      ({ kind, because, setup, check }) => [kind, because, setup, check],
    );
  const scripts = '{"scripts":{"test":"vitest"}}';

  it.each([
    [
      { 'package.json': scripts, 'package-lock.json': '' },
      ['Node.js', 'package.json', 'npm ci', 'npm test'],
    ],
    [
      { 'package.json': scripts, 'pnpm-lock.yaml': '' },
      ['Node.js', 'package.json', 'pnpm install --frozen-lockfile', 'pnpm test'],
    ],
    [
      { 'package.json': '{"scripts":{"test":"echo \\"Error: no test specified\\" && exit 1"}}' },
      ['Node.js', 'package.json', 'npm install', null],
    ],
    [{ 'package.json': 'not json' }, ['Node.js', 'package.json', 'npm install', null]],
    [
      { 'pyproject.toml': '[tool.poetry]', tests: '' },
      ['Python', 'pyproject.toml', 'poetry install', 'poetry run pytest'],
    ],
    [{ 'requirements.txt': '' }, ['Python', 'requirements.txt', null, null]],
    [{ 'setup.cfg': '[tool:pytest]' }, ['Python', 'setup.cfg', null, 'pytest']],
    [{ 'Cargo.toml': '' }, ['Rust', 'Cargo.toml', null, 'cargo test']],
    [{ 'go.mod': '' }, ['Go', 'go.mod', null, 'go test ./...']],
    [
      { 'build.gradle.kts': '', gradlew: '' },
      ['Java (Gradle)', 'build.gradle.kts', null, './gradlew test'],
    ],
    [{ Gemfile: '', spec: '' }, ['Ruby', 'Gemfile', 'bundle install', 'bundle exec rspec']],
    [{ 'mix.exs': '' }, ['Elixir', 'mix.exs', 'mix deps.get', 'mix test']],
    [{ 'CMakeLists.txt': '' }, ['CMake', 'CMakeLists.txt', null, null]],
    [{ Makefile: 'all:\n\ntest: all\n' }, ['make', 'Makefile', null, 'make test']],
  ])('is told by %j', (files, project) => {
    expect(ofFiles(files)).toEqual([project]);
  });

  it('may be several, the one that builds it first', () => {
    expect(ofFiles({ Makefile: 'test:\n', 'go.mod': '' }).map(([kind]) => kind)).toEqual([
      'Go',
      'make',
    ]);
    expect(ofFiles({ 'README.md': '' })).toEqual([]);
  });
});

describe('the packages of a monorepo', () => {
  it('are folders with a project file, without what is vendored or there to be tested with', () => {
    expect(
      packagesOf([
        'packages/api/package.json',
        'packages/web/package.json',
        'services/mail/go.mod',
        'services/mail/package.json',
        'node_modules/x/package.json',
        'packages/api/test/fixtures/a/package.json',
        'a/b/c/d/package.json',
        '',
      ]),
    ).toEqual([
      { path: 'packages/api', because: 'package.json' },
      { path: 'packages/web', because: 'package.json' },
      { path: 'services/mail', because: 'go.mod' },
    ]);
  });

  it('leave out what git ignores', async () => {
    const { packages } = await survey({
      'packages/api/package.json': '{}',
      'build/out/package.json': '{}',
      '.gitignore': 'build/\n',
    });
    expect(packages.map(({ path }) => path)).toEqual(['packages/api']);
  });
});

describe('the changelog', () => {
  it.each([
    ['CHANGELOG.md', '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- One\n', 'keep-a-changelog'],
    ['History.md', '1.0.0 / 2026-01-01\n==================\n\n  * One\n', 'headings'],
    ['docs/changelog.md', '# Changelog\n\n## 1.0.0\n\n- One\n', 'headings'],
  ])('is found at %s', async (path, text, form) => {
    expect((await survey({ [path]: text })).changelog).toMatchObject({ path, form });
  });

  it('may be changesets, or tags alone', async () => {
    const repo = gitRepo({ '.changeset/config.json': '{}' });
    for (const tag of ['v1.0.0', 'pkg@2.0.0', 'nightly', 'backup-2026']) repo.git('tag', tag);
    const { changelog } = await surveyRepository(repo.path, { PATH: '/usr/bin:/bin' });
    expect(changelog).toMatchObject({ path: null, form: 'changesets' });
    expect(changelog.tags).toEqual(['v1.0.0']);
  });

  it('is none where there is none', async () => {
    expect((await survey({ 'src/changes.ts': 'x' })).changelog).toMatchObject({
      path: null,
      form: null,
      tags: [],
    });
  });
});

describe('tickets', () => {
  it('are found in folders and files with fitting names, the fullest first', async () => {
    const { tickets } = await survey({
      'tickets/a.csv': 'id,subject,created_at\n1,Help,2026-01-01\n',
      'support/1.eml': 'From: a@b.example\nSubject: x\n\nHi\n',
      'support/2.eml': 'From: a@b.example\nSubject: x\n\nHi\n',
      'data/feedback.jsonl': '{"id":1,"message":"Hi"}\n',
      'src/support/index.ts': 'export {};\n',
    });
    expect(tickets.found).toEqual([
      { path: 'support', files: 2, formats: ['eml'] },
      { path: 'tickets', files: 1, formats: ['csv'] },
      { path: 'data/feedback.jsonl', files: 1, formats: ['jsonl'] },
    ]);
  });

  it('are not what only sounds like them', async () => {
    const { tickets } = await survey({
      'support/index.ts': 'export {};\n',
      'tickets/package.json': '{"name":"tickets","version":"1.0.0"}',
      'inbox/README.md': '# Inbox\n',
    });
    expect(tickets.found).toEqual([]);
    expect(tickets.without).toEqual(['inbox', 'support', 'tickets']);
  });

  it.each([
    ['a.EML', 'eml'],
    ['a.ndjson', 'jsonl'],
    ['a.ts', null],
    ['csv', null],
  ])('in %s would be of format %s', (name, format) => {
    expect(ticketFormatOf(name)).toBe(format);
  });

  it('are told from other tables and documents by the names of their parts', () => {
    expect(looksLikeTickets('csv', '\uFEFF"Ticket ID";"Subject";"Created at"\r\n')).toBe(true);
    expect(looksLikeTickets('csv', 'sku,price\n1,2\n')).toBe(false);
    expect(looksLikeTickets('markdown', '---\nid: 1\ntitle: Help\n---\n\nText\n')).toBe(true);
    expect(looksLikeTickets('markdown', '# A page\n')).toBe(false);
    expect(looksLikeTickets('mbox', 'From a@b Mon Mar  2\nSubject: x\n')).toBe(true);
    expect(looksLikeTickets('json', '"'.repeat(1_000_000))).toBe(false);
  });
});
