/**
 * The template of a body: one that ships, or a file of the repository. Files are read from the commit that says what is
 * active, as definitions are, never from what happens to be checked out: to look at an agent's branch must not send what
 * is on it.
 */
import type { Template } from '../../markup/strict-template.ts';
import { readText } from '../../platform/files.ts';
import { packageFile } from '../../platform/package.ts';
import { oneLine } from '../../words/text.ts';
import type { SendSurroundings } from '../channel.ts';

export const SHIPPED_BODIES = ['json', 'slack', 'teams', 'discord', 'ntfy'] as const;
export type ShippedBody = (typeof SHIPPED_BODIES)[number];

export type FoundBody =
  | { readonly kind: 'shipped'; readonly name: ShippedBody; readonly template: Template }
  | { readonly kind: 'own'; readonly template: Template }
  | { readonly kind: 'refused'; readonly why: string; readonly hint: string };

export type BodyPlace = Pick<SendSurroundings, 'definitions' | 'env'>;

const MAX_LENGTH = 100_000;

export function shippedBody(name: string): ShippedBody | null {
  return SHIPPED_BODIES.find((one) => one === name) ?? null;
}

export async function readBodyTemplate(body: string, place: BodyPlace): Promise<FoundBody> {
  const name = shippedBody(body);
  if (name === null) return readOwn(body, place);
  const path = packageFile(`dist/connectors/webhook/bodies/${name}.hbs`);
  return { kind: 'shipped', name, template: { name: `${name}.hbs`, source: await readText(path) } };
}

async function readOwn(path: string, { definitions, env }: BodyPlace): Promise<FoundBody> {
  const shown = oneLine(path, 200);
  if (definitions === null)
    return refused(
      `there is no commit to read the body ${shown} from`,
      `Name a body that ships: ${SHIPPED_BODIES.join(', ')}.`,
    );
  // Most webhooks have a body that ships: those need no git.
  const { readFileOfCommit } = await import('../../git/read-file-at.ts');
  const { gitEnvironment } = await import('../../git/git-environment.ts');
  const { gitDir, commit } = definitions;
  const context = { cwd: gitDir, env: gitEnvironment(env) };
  const source = await readFileOfCommit(context, commit, path);
  if (source === null)
    return refused(
      `there is no file ${shown} at ${commit.slice(0, 12)} to make the body with`,
      `Commit it, or name a body that ships: ${SHIPPED_BODIES.join(', ')}.`,
    );
  if (source.length > MAX_LENGTH)
    return refused(
      `the body ${shown} has more than ${MAX_LENGTH.toLocaleString('en-US')} characters`,
      'A body is a template; what it is filled with comes from the message.',
    );
  return { kind: 'own', template: { name: shown, source } };
}

function refused(why: string, hint: string): FoundBody {
  return { kind: 'refused', why, hint };
}
