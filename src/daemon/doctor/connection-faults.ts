/**
 * Finds what would fail at night in the connections that a routine uses: credentials, hosts, bodies. Contacts only the
 * name service.
 */
import type { TrialFault, TrialSurroundings } from '../../connectors/channel.ts';
import { channelOf, formOf } from '../../connectors/registry.ts';
import { reachOf } from '../../platform/outward/reach-of.ts';
import { reachableAddresses } from '../../platform/outward/reachable-addresses.ts';
import {
  credentialPlace,
  isCredentialOpen,
  isCredentialThere,
  readSecretText,
} from '../../platform/outward/read-credential.ts';
import type { StoredDefinition } from '../../store/definition-ports.ts';
import type { Connection, SecretText } from '../../words/connection.ts';
import { connectionsOf, credentialsOf, credentialsOfRule } from '../../words/credentials.ts';
import type { CommitSha } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { no, verdictOf, warn, yes, type Verdict } from './check.ts';
import type { DaemonVariables } from './daemon-variables.ts';

const LOOKUP_MS = 5_000;

interface Looked {
  readonly workspace: Workspace;
  readonly variables: DaemonVariables;
  /** That definitions come from; `null`: there is none. */
  readonly commit: CommitSha | null;
}

/** Names of the connections that were looked at, and the first thing that is wrong with one of them. */
export async function connectionFaults(
  { routine, settings }: StoredDefinition,
  looked: Looked,
): Promise<{ readonly names: readonly string[]; readonly fault: Verdict | null }> {
  const names = connectionsOf(routine);
  const known = settings.connections ?? [];
  const found: Verdict[] = [];
  for (const name of names) {
    const connection = known.find((one) => one.name === name);
    found.push(
      connection === undefined
        ? no(
            `${oneLine(name, 60)} is not in \`connections\` of roundsman.yaml`,
            'Add it, or correct the name: roundsman validate',
          )
        : await inspectOne(connection, looked),
    );
  }
  found.push(...(await ruleFaults(routine.notify ?? [], looked)));
  const fault = found.find(({ ok }) => ok === 'no') ?? found.find(({ ok }) => ok === 'warn');
  return { names, fault: fault ?? null };
}

async function inspectOne(connection: Connection, looked: Looked): Promise<Verdict> {
  const { env } = looked.workspace;
  const form = formOf(connection);
  const where = `connections.${connection.name}`;
  for (const { key, credential } of credentialsOf(connection)) {
    const there = await isCredentialThere(credential, env, (name) => looked.variables.has(name));
    if (there === false) return missing(`${where}.${key}`, credentialPlace(credential), looked);
    if (await isCredentialOpen(credential, env))
      return open(`${where}.${key}`, credentialPlace(credential));
  }
  try {
    await reachOf(connection, env);
  } catch (thrown) {
    return verdictOf(thrown);
  }
  const leadsTo = form.leadsTo(connection);
  const host = leadsTo.kind === 'host' ? leadsTo.host : await hostOfUrl(leadsTo, looked);
  const verdict = host === null ? null : await hostVerdict(where, host, connection);
  if (verdict !== null) return verdict;
  const fault = await trialFault(where, async (around) => form.trial?.(connection, around), looked);
  return fault ?? yes(connection.name);
}

async function ruleFaults(
  notify: NonNullable<StoredDefinition['routine']['notify']>,
  looked: Looked,
): Promise<readonly Verdict[]> {
  const found: Verdict[] = [];
  for (const rule of notify) {
    for (const { credential } of credentialsOfRule(rule)) {
      const there = await isCredentialThere(credential, looked.workspace.env, (name) =>
        looked.variables.has(name),
      );
      if (there === false) found.push(missing('notify', credentialPlace(credential), looked));
      else if (await isCredentialOpen(credential, looked.workspace.env))
        found.push(open('notify', credentialPlace(credential)));
    }
    for (const target of rule.targets) {
      const channel = channelOf(target);
      const leadsTo = channel?.leadsTo?.(target);
      const host = leadsTo === undefined ? null : await hostOfUrl(leadsTo, looked);
      const reach = { private: false };
      const verdict = host === null ? null : await hostVerdict('notify', host, reach);
      if (verdict !== null) found.push(verdict);
      const fault = await trialFault(
        'notify',
        async (around) => channel?.trial?.(target, around),
        looked,
      );
      if (fault !== null) found.push(fault);
    }
  }
  return found;
}

function missing(key: string, place: string, { variables }: Looked): Verdict {
  return no(
    `${key}: ${place} is not there`,
    place.startsWith('env:') ? variables.hint : 'Put the secret there, readable for the daemon.',
  );
}

function open(key: string, place: string): Verdict {
  return warn(
    `${key}: every user of this machine may read ${oneLine(place, 120)}`,
    'Make it yours alone: chmod 600, and look who read it.',
  );
}

/** What a command prints is not asked for here; and a variable may be set for the daemon alone. */
async function hostOfUrl(url: SecretText, { workspace }: Looked): Promise<string | null> {
  if (url.kind === 'command') return null;
  const text = await readSecretText(url, workspace.env, workspace.redactor.learn).catch(() => null);
  return text === null ? null : hostIn(text);
}

function hostIn(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
}

/** `null`: nothing is wrong with it. */
async function hostVerdict(
  where: string,
  host: string,
  rules: { readonly private: boolean },
): Promise<Verdict | null> {
  const signal = AbortSignal.timeout(LOOKUP_MS);
  const found = await reachableAddresses(host, { private: rules.private, signal });
  switch (found.kind) {
    case 'addresses':
      return null;
    case 'refused':
      return no(
        `${where}: ${found.why}`,
        'Correct the address; `private: true` lets a connection be at this machine or in a private network.',
      );
    case 'no-answer':
      return found.why.endsWith('there is no such host')
        ? no(`${where}: ${found.why}`, 'Correct the address.')
        : warn(`${where}: ${found.why}`, 'Is there a network here? See roundsman connect NAME');
  }
}

/** As the daemon reads it: of the commit that is active, whatever is checked out. `null`: nothing is wrong with it. */
async function trialFault(
  where: string,
  trial: (around: TrialSurroundings) => Promise<TrialFault | null | undefined>,
  { workspace, commit }: Looked,
): Promise<Verdict | null> {
  const { location, env } = workspace;
  try {
    const fault = await trial({
      definitions: commit === null ? null : { gitDir: location.gitDir, commit },
      env,
      workspace: { name: location.name, timezone: 'UTC' },
    });
    return fault ? no(`${where}.${fault.key}: ${fault.why}`, fault.hint) : null;
  } catch (thrown) {
    return verdictOf(thrown);
  }
}
