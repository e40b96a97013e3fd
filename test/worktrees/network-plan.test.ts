import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { networkNotices } from '../../src/sandbox/decide-level.ts';
import { upstreamProxyOf } from '../../src/sandbox/egress/upstream-proxy.ts';
import type { Routine } from '../../src/words/routine.ts';
import { networkPlanFor } from '../../src/worktrees/network-plan.ts';
import { gitRepo, temporaryFolder } from '../kit/git-repo.ts';
import { permissions, routineNamed } from '../kit/routine.ts';
import { worktreeRequest } from '../kit/worktree-run.ts';

const NETWORK = { allow: ['ok.example'], setup: ['more.example', 'registries'] };

async function request(
  network: Routine['permissions']['network'] = NETWORK,
  env: Readonly<Record<string, string>> = {},
): ReturnType<typeof worktreeRequest> {
  const home = temporaryFolder();
  return worktreeRequest(gitRepo({ a: '' }).path, {
    permissions: permissions({ network }),
    env: { HOME: home, ...env },
  });
}

it('is the allowed hosts for everything but set-up, which has its own, and nothing for the hand-back', async () => {
  const asked = await request();
  for (const purpose of ['condition', 'collect', 'agent', 'check'] as const) {
    const plan = await networkPlanFor(asked, purpose);
    expect(plan).toMatchObject({ allow: ['ok.example'], trusted: [], files: expect.any(Array) });
    expect(plan?.socketFolder.endsWith(`-${purpose}`)).toBe(true);
  }
  const setup = await networkPlanFor(asked, 'setup');
  expect(setup?.allow).toEqual(['more.example']);
  expect(setup?.trusted).toContain('pypi.org:443');
  expect(await networkPlanFor(asked, 'hand-back')).toBeNull();
});

it('is none where nothing is allowed, but for the endpoint of the engine', async () => {
  const asked = await request({ allow: [], setup: [] });
  expect(await networkPlanFor(asked, 'agent')).toBeNull();
  expect(await networkPlanFor(asked, 'setup')).toBeNull();
  const endpoint = { name: 'model', host: 'model.corp', port: 1, innerPort: 4_000 };
  const withEngine = { ...asked, endpoints: [endpoint] };
  expect((await networkPlanFor(withEngine, 'agent'))?.endpoints).toEqual([endpoint]);
  expect(await networkPlanFor(withEngine, 'check')).toBeNull();
});

it('leads to a registry on this machine by its own port', async () => {
  const asked = await request(NETWORK, { npm_config_registry: 'http://localhost:4873/' });
  const plan = await networkPlanFor(asked, 'setup');
  expect(plan?.endpoints).toEqual([
    { name: 'local-4873', host: 'localhost', port: 4873, innerPort: 4873 },
  ]);
  expect(plan?.trusted).not.toContain('localhost:4873');
});

it('hands certificates on as copies, and none that is not there', async () => {
  const folder = temporaryFolder();
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, 'certificate');
  const asked = await request(NETWORK, {
    NODE_EXTRA_CA_CERTS: ca,
    SSL_CERT_FILE: ca,
    CURL_CA_BUNDLE: join(folder, 'none.pem'),
    REQUESTS_CA_BUNDLE: '',
    PIP_CERT: '',
    GIT_SSL_CAINFO: '',
    NIX_SSL_CERT_FILE: '',
    AWS_CA_BUNDLE: '',
  });
  const plan = await networkPlanFor(asked, 'agent');
  const copy = join(plan?.socketFolder ?? '', 'certificates-1.pem');
  expect(plan?.env).toEqual({ NODE_EXTRA_CA_CERTS: copy, SSL_CERT_FILE: copy });
  expect(plan?.files).toEqual([{ kind: 'copy', name: 'certificates-1.pem', from: ca }]);
});

it('removes what a killed set-up left before anything else is started', async () => {
  const asked = await request();
  const folder = (await networkPlanFor(asked, 'setup'))?.socketFolder ?? '';
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'npmrc'), '//h/:_authToken=x\n');
  await networkPlanFor(asked, 'agent');
  expect(existsSync(folder)).toBe(false);
});

it.each([
  [{}, null],
  [{ HTTPS_PROXY: '' }, null],
  [{ https_proxy: 'https://secure:1' }, null],
  [{ http_proxy: 'socks5://s:1' }, null],
  [{ HTTP_PROXY: 'proxy:3128' }, { host: 'proxy', port: 3128, authorization: null, except: [] }],
  [
    { HTTPS_PROXY: 'http://a:b%40@proxy.corp', NO_PROXY: 'x, .y  z' },
    { host: 'proxy.corp', port: 80, authorization: 'Basic YTpiQA==', except: ['x', '.y', 'z'] },
  ],
])('reads the proxy of the machine from %j', (env, expected) => {
  expect(upstreamProxyOf(env)).toEqual(expected);
});

it('says at which level the lists close nothing', () => {
  const routine = { ...routineNamed('r'), permissions: permissions({ network: NETWORK }) };
  const installing = { ...routine, workspace: { ...routine.workspace, setup: ['npm ci'] } };
  expect(networkNotices(routine, 'sandbox')).toEqual([]);
  expect(networkNotices(routine, 'worktree')).toEqual([
    'at isolation worktree the network is open: permissions.network.allow closed nothing',
  ]);
  expect(networkNotices(installing, 'private')).toEqual([
    'at isolation private the network is open: permissions.network.allow and permissions.network.setup closed nothing',
  ]);
  expect(networkNotices(routineNamed('r'), 'private')).toEqual([]);
});
