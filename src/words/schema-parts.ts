/**
 * The small forms that keys of a definition take. `title` is what a person is told to write; the reference
 * page, the JSON Schema and the hints of problems all use it.
 */
import { z } from 'zod';

import { runLabel } from './run-label.ts';

const DURATION = '(?:(?:0|[1-9][0-9]{0,5})[smhdw]|[1-9][0-9]{0,2}y)';
const POSITIVE_DURATION = '(?:[1-9][0-9]{0,5}[smhdw]|[1-9][0-9]{0,2}y)';
/** Inside the repository: not absolute, no `..`, nothing that a command could take for an option. */
const RELATIVE = /^(?![-/~])(?!(.*\/)?\.\.(\/|$))[^\\]{1,500}$/;

export const duration = z
  .string()
  .regex(new RegExp(`^${DURATION}$`))
  .meta({ title: 'a duration such as 90s, 15m, 4h or 2d' });

export const positiveDuration = z
  .string()
  .regex(new RegExp(`^${POSITIVE_DURATION}$`))
  .meta({ title: 'a duration above zero, such as 90s, 15m, 4h or 2d' });

/** Of a disk: nothing at all, or more than a file has. */
export const diskSize = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,5})(B|KB|MB|GB)$/)
  .meta({ title: 'a size such as 500MB or 2GB, or 0B' });

/** Of the machine: more than a file of text has. */
export const machineSize = z
  .string()
  .regex(/^[1-9][0-9]{0,5}(MB|GB)$/)
  .meta({ title: 'a size such as 500MB or 8GB' });

export const byteSize = z
  .string()
  .regex(/^[1-9][0-9]{0,5}(B|KB|MB)$/)
  .meta({ title: 'a size such as 500KB or 1MB' });

export const line = z
  .string()
  .regex(/^\S(.{0,298}\S)?$/)
  .meta({ title: 'one line of text, at most 300 characters' });

export const longText = z.string().min(1).max(100_000).meta({ title: 'text' });

export const relativePath = z
  .string()
  .regex(RELATIVE)
  .meta({ title: 'a path inside the repository, relative to its root, without `..`' });

export const pattern = z
  .string()
  .regex(RELATIVE)
  .meta({ title: 'a path or glob pattern inside the repository, such as `src/**`' });

export const patterns = z.array(pattern).max(200);

/** @public used through `SchemaTools` */
export const phrases = z
  .array(
    z
      .string()
      .regex(/^[^\n\r]{2,100}$/)
      .regex(/[\p{L}\p{N}]/u)
      .meta({ title: 'a word or phrase of 2 to 100 characters on one line' }),
  )
  .max(200);

export const commandLine = z
  .string()
  .regex(/^\S[^\n]{0,1999}$/)
  .meta({ title: 'a command on one line, such as `npm ci`' });

export const argument = z.string().max(10_000).meta({ title: 'text' });

export const argv = z
  .array(argument)
  .max(200)
  .meta({ title: 'a list of words, such as [node, tools/agent.mjs]; no shell reads it' });

export const heading = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
  .meta({ title: 'a heading in kebab-case, such as `findings`' });

export const collectorName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
  .meta({ title: 'a name in kebab-case, such as `open-incidents`' });

export const runLabelText = z
  .string()
  .regex(runLabel)
  .meta({ title: 'a label, such as `gpu` or `os:linux`' });

/** @public used through `SchemaTools` */
export const marker = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_-]{0,30}$/)
  .meta({ title: 'a word such as TODO' });

export const variableName = z
  .string()
  .regex(/^(?!ROUNDSMAN_)[A-Za-z_][A-Za-z0-9_]{0,127}$/)
  .meta({
    title:
      'the name of an environment variable, such as ZENDESK_TOKEN; names with ROUNDSMAN_ are set by the run itself',
  });

export const gitRef = z
  .string()
  .regex(/^(?![-/.])(?!.*(\.\.|@\{|\/\/))[A-Za-z0-9._/+-]{1,200}$/)
  .meta({ title: 'a branch, tag or commit, such as main' });

export const timezone = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_+/-]{0,60}$/)
  .meta({ title: 'an IANA time zone such as Europe/Berlin' });

export const localTime = z
  .string()
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}$/)
  .meta({ title: 'a local time such as 2026-12-01T09:00' });

export const cronLine = z
  .string()
  .regex(/^\S[^\n]{0,198}$/)
  .meta({ title: 'a cron line such as "0 2 * * 1-5", or words such as `daily at 07:00`' });

export const windowStart = z
  .string()
  .regex(new RegExp(`^(last-success|last-run|last-deploy|${POSITIVE_DURATION})$`))
  .meta({ title: '`last-success`, `last-run`, `last-deploy`, or a duration such as 7d' });

/** @public used through `SchemaTools` */
export const outsidePath = z
  .string()
  .regex(/^(?!-)[^\0\n]{1,1000}$/)
  .meta({ title: 'a path: relative to the repository, absolute, or beginning with `~/`' });

export const networkHost = z
  .string()
  .regex(/^(registries|(\*\.)?[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?(:[1-9][0-9]{0,4})?)$/)
  .meta({
    title: 'a host such as `api.example.com`, `*.example.com` or `example.com:8443`, in lower case',
  });

export const hostPath = z
  .string()
  .regex(/^(~\/|\/)(?!(.*\/)?\.\.(\/|$))[^\0\n]{1,1000}$/)
  .meta({ title: 'an absolute path, or one that begins with `~/`, without `..`' });

export const dottedPath = z
  .string()
  .regex(/^[^\s.][^\n]{0,199}$/)
  .meta({ title: 'the name of a field, or a dotted path such as `fields.summary`' });

export const tagPattern = z
  .string()
  .regex(/^(?!-)[^\s~^:?[\\]{1,100}$/)
  .meta({ title: 'a pattern of tags such as `v*`' });

/** @public used through `SchemaTools` */
export const commitType = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,30}$/)
  .meta({ title: 'a type such as feat' });

export const localEnd = z
  .string()
  .regex(/^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2})?$/)
  .meta({ title: 'a date such as 2026-12-31, or a local time such as 2026-12-31T18:00' });

/** What stands there is never repeated in a problem: it may be the secret itself. */
export const environmentSecret = z
  .string()
  .regex(/^env:[A-Za-z_][A-Za-z0-9_]{0,127}$/)
  .meta({ title: '`env:` and the name of an environment variable, such as env:DEPLOY_HOOK' });

/** As above. An address with a password does not belong into a file that is committed. */
export const storeAddress = z
  .string()
  .regex(/^env:[A-Za-z_][A-Za-z0-9_]{0,127}$/)
  .meta({
    title:
      '`env:` and the name of an environment variable that holds the address, such as env:ROUNDSMAN_STORE, for an address may hold a password',
  });

export const branchPattern = z
  .string()
  .regex(/^(?![-/.])[^\s~^:?[\\]{1,200}$/)
  .meta({ title: 'a pattern of branches such as `main` or `release/*`' });

export const routineName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
  .meta({ title: 'the id of a routine, such as `release-check`' });

export const groupName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,62}$/)
  .meta({ title: 'a name in kebab-case, such as `tracker-writers`' });

export const inputName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,39}$/)
  .meta({ title: 'a name in kebab-case, such as `since`' });

export const inputChoice = z
  .string()
  .regex(/^\S(.{0,98}\S)?$/)
  .meta({ title: 'one line of text, at most 100 characters' });

export const environmentName = z
  .string()
  .regex(/^\S(.{0,98}\S)?$/)
  .meta({ title: 'the name of an environment, such as `production`' });

export const deploymentState = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,39}$/)
  .meta({ title: 'a state in lower case, such as `success`' });

/** An address in brackets when it has colons of its own. */
export const hostAndPort = z
  .string()
  .regex(/^([A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\]):(0|[1-9][0-9]{0,4})$/)
  .meta({ title: 'an address with a port, such as 127.0.0.1:8787' });

/** As browsers write it into Host: with its port, unless that is the usual one. */
export const hostName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9.-]{0,252}(:[1-9][0-9]{0,4})?$/)
  .meta({ title: 'a name of a host, with a port unless it is the usual one' });

/** Often holds a key, so it is never repeated in a problem. */
export const heartbeatUrl = z
  .string()
  .regex(/^(env:[A-Za-z_][A-Za-z0-9_]{0,127}|https?:\/\/[^\s@]{1,2000})$/)
  .meta({ title: 'an http or https URL, or `env:` and the variable that holds it' });

export const modelName = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,199}$/)
  .meta({ title: 'the name of a model, such as `claude-sonnet-4-5`' });

/** Exact, or the beginning of names. */
export const modelPattern = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9._:/@+-]{0,199}\*?$/)
  .meta({
    title:
      'the name of a model, such as `claude-sonnet-4-5`, or the beginning of names, such as `gpt-5*`',
  });

export const pricePerMillion = z
  .number()
  .min(0)
  .max(100_000)
  .meta({ title: 'US dollars a million tokens, such as 3 or 0.25' });

export const dollars = z
  .number()
  .positive()
  .max(1_000_000)
  .meta({ title: 'US dollars, such as 3 or 0.5' });

/** Without a user, a query or a fragment: what is secret has a variable. */
export const endpointUrl = z
  .string()
  .regex(
    /^https?:\/\/([A-Za-z0-9][A-Za-z0-9.-]{0,252}|\[[0-9A-Fa-f:.]{2,45}\])(:[1-9][0-9]{0,4})?(\/[^\s?#@]{0,500})?$/,
  )
  .meta({ title: 'an http or https URL, such as http://127.0.0.1:11434/v1' });

/** A whole number between two bounds. */
export function count(min: number, max: number): z.ZodInt {
  return z
    .int()
    .min(min)
    .max(max)
    .meta({ title: `a whole number from ${min} to ${max}` });
}
