import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, it } from 'vitest';

import type { Environment } from '../../../../src/platform/environment.ts';
import { allRegistries } from '../../../../src/sandbox/egress/registries/all-registries.ts';
import { npmSettings } from '../../../../src/sandbox/egress/registries/npm.ts';
import { temporaryFolder } from '../../../kit/git-repo.ts';

function source(
  files: Readonly<Record<string, string>>,
  env: Environment = {},
  withCredentials = true,
): Parameters<typeof npmSettings>[0] {
  const top = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  return {
    env: { npm_config_prefix: join(top, 'prefix'), ...env },
    home: join(top, 'home'),
    repository: Object.fromEntries(
      Object.entries(files).flatMap(([path, text]) =>
        path.startsWith('committed/') ? [[path.slice('committed/'.length), text]] : [],
      ),
    ),
    folder: '/run/s',
    withCredentials,
  };
}

function npmrcOf({ files }: Awaited<ReturnType<typeof npmSettings>>): string {
  const file = files.find(({ name }) => name === 'npmrc');
  return file?.kind === 'text' ? file.text : '';
}

it('merges the settings of the machine and the user, and leaves the repository its own', async () => {
  const settings = await npmSettings(
    source(
      {
        'prefix/etc/npmrc': 'registry=https://global.corp/\nignore-scripts=true\ncolor=always\n',
        'home/.npmrc': [
          '# mine',
          'registry = "https://packages.corp/npm/"',
          '@team:registry=http://team.corp:4873',
          '//packages.corp/npm/:_authToken=${TOKEN}',
          '//elsewhere.example/:_authToken=not-for-this',
          'cafile=/etc/corp.pem',
          'proxy=http://other:1',
        ].join('\n'),
        'committed/.npmrc':
          '@open:registry=https://open.example/\nregistry=https://packages.corp/x/\n',
      },
      { TOKEN: 'the-token' },
    ),
  );
  expect(npmrcOf(settings).trim().split('\n')).toEqual([
    'registry=https://packages.corp/npm/',
    'ignore-scripts=true',
    '@team:registry=http://team.corp:4873',
    '//packages.corp/npm/:_authToken=the-token',
    'cafile=/run/s/npm-1.pem',
  ]);
  expect(settings.files.at(-1)).toEqual({ kind: 'copy', name: 'npm-1.pem', from: '/etc/corp.pem' });
  expect(settings.credentials).toEqual([{ host: 'packages.corp', value: 'the-token' }]);
  expect(settings.registries.map(({ url, namedBy }) => `${url.href} ${namedBy}`)).toEqual([
    'https://packages.corp/npm/ user',
    'http://team.corp:4873/ user',
    'https://open.example/ repository',
    'https://packages.corp/x/ user',
  ]);
  expect(settings.env).toEqual({
    NPM_CONFIG_USERCONFIG: '/run/s/npmrc',
    npm_config_userconfig: '/run/s/npmrc',
  });
});

it('lets variables count more than the repository, as they do outside', async () => {
  const settings = await npmSettings(
    source({}, { NPM_CONFIG_REGISTRY: 'https://env.corp/', npm_config_strict_ssl: 'false' }),
  );
  expect(settings.env).toMatchObject({
    npm_config_registry: 'https://env.corp/',
    npm_config_strict_ssl: 'false',
  });
});

it('takes the registries that everybody uses where nothing is set', async () => {
  const { trusted, allow, credentials } = await allRegistries(source({}));
  expect(trusted).toEqual([
    'registry.npmjs.org:443',
    'registry.yarnpkg.com:443',
    'pypi.org:443',
    'files.pythonhosted.org:443',
    'index.crates.io:443',
    'static.crates.io:443',
    'crates.io:443',
    'proxy.golang.org:443',
    'sum.golang.org:443',
    'rubygems.org:443',
    'index.rubygems.org:443',
  ]);
  expect([allow, credentials]).toEqual([[], []]);
});

it('knows the settings of the other tools', async () => {
  const { trusted, allow, env, credentials } = await allRegistries(
    source(
      {
        'home/.config/pip/pip.conf':
          '[global]\nindex-url = https://me:pa%24s@py.corp/simple\n[install]\nextra-index-url =\n    http://a.corp:3141/x\n    http://b.corp/y\n',
        'home/.cargo/config.toml':
          '[source.crates-io]\nreplace-with = "m"\n[source.m]\nregistry = "sparse+https://cargo.corp/i/"\n',
        'home/.config/go/env': 'GOPROXY=https://go.corp,direct\nGOSUMDB=off\n',
        'home/.gemrc': '---\n:sources:\n- https://gems.corp/\n',
        'home/.yarnrc.yml': 'npmRegistryServer: "https://yarn.corp"\nnpmAuthToken: yarn-token\n',
        'committed/.yarnrc.yml': 'npmRegistryServer: https://theirs.example\n',
        'committed/.cargo/config.toml': '[registries.x]\nindex = "https://crates.example/git"\n',
      },
      { UV_INDEX: 'corp=https://uv.corp/simple', CARGO_REGISTRIES_MY_CORP_TOKEN: 'cargo-token' },
    ),
  );
  expect(trusted).toEqual(
    expect.arrayContaining([
      'py.corp:443',
      'a.corp:3141',
      'b.corp:80',
      'uv.corp:443',
      'cargo.corp:443',
      'go.corp:443',
      'gems.corp:443',
      'yarn.corp:443',
    ]),
  );
  expect(trusted).not.toContain('pypi.org:443');
  expect(trusted).not.toContain('sum.golang.org:443');
  expect(allow).toEqual(['theirs.example:443', 'crates.example:443']);
  expect(env).toMatchObject({
    PIP_CONFIG_FILE: '/run/s/pip.conf',
    GOPROXY: 'https://go.corp,direct',
    GEMRC: '/run/s/gemrc',
    YARN_NPM_REGISTRY_SERVER: 'https://yarn.corp',
  });
  expect(credentials).toEqual([
    { host: 'yarn.corp', value: 'yarn-token' },
    { host: 'py.corp', value: 'pa$s' },
    { host: "cargo's my-corp", value: 'cargo-token' },
  ]);
});

it('withholds every log-in from what may have none: tokens, passwords, keys, and what stands in addresses', async () => {
  const settings = await allRegistries(
    source(
      {
        'home/.npmrc': [
          'registry=https://me:secret-1@packages.corp/npm/',
          '//packages.corp/npm/:_authToken=secret-2',
          '//packages.corp/npm/:_password=secret-3',
          '//packages.corp/npm/:username=me',
          '//packages.corp/npm/:keyfile=/secret-4.pem',
          '@a:registry=https:secret-5@a.corp',
          '@b:registry=https:\\\\me:secret-6@b.corp',
        ].join('\n'),
        'home/.yarnrc.yml':
          'npmRegistryServer: "https://me:secret-1@yarn.corp"\nnpmAuthToken: secret-2\nnpmAuthIdent: "me:secret-3"\n',
        'home/.config/pip/pip.conf':
          '[global]\nindex-url = https://me:secret-1@py.corp/simple\nclient-cert = /secret-2.pem\nextra-index-url =\n    https://me:secret-3@a.corp/x\n    https://me:sec@ret-4@b.corp/y\n',
        'home/.config/go/env': 'GOPROXY=https://plain.corp,https://me:secret-1@go.corp|direct\n',
        'home/.gemrc':
          '---\n:sources:\n- https://secret-1@gems.corp/\n:rubygems_api_key: secret-2\n',
        'home/.bundle/config': 'BUNDLE_MIRROR__X: "https://me:secret-3@mirror.corp"\n',
      },
      {
        NPM_CONFIG_REGISTRY: 'https://me:secret-1@env.corp/',
        'npm_config_//env.corp/:_authToken': 'secret-2',
        PIP_EXTRA_INDEX_URL: 'https://me:secret-3@pipenv.corp',
        UV_INDEX: 'corp=https://me:secret-4@uv.corp/simple',
        UV_INDEX_CORP_PASSWORD: 'secret-5',
        UV_INDEX_CORP_USERNAME: 'secret-6',
        CARGO_REGISTRIES_CORP_TOKEN: 'secret-7',
        CARGO_REGISTRIES_CORP_INDEX: 'sparse+https://me:secret-8@cargo.corp/i/',
        BUNDLE_MIRROR__Y: 'https://secret-9@other.corp',
      },
      false,
    ),
  );
  expect(JSON.stringify(settings)).not.toMatch(/sec(ret-|@)/);
  expect(settings.credentials).toEqual([]);
  for (const host of ['env.corp', 'a.corp', 'b.corp', 'yarn.corp', 'go.corp', 'gems.corp'])
    expect(settings.trusted).toContain(`${host}:443`);
  for (const host of ['pipenv.corp', 'uv.corp', 'cargo.corp', 'mirror.corp', 'other.corp'])
    expect(settings.trusted).toContain(`${host}:443`);
  expect(settings.env).toMatchObject({
    npm_config_registry: 'https://env.corp/',
    UV_INDEX: 'corp=https://uv.corp/simple',
    GOPROXY: 'https://plain.corp,https://go.corp|direct',
    CARGO_REGISTRIES_CORP_INDEX: 'sparse+https://cargo.corp/i/',
  });
});
