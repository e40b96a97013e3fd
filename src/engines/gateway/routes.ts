/** What of a model's endpoint an agent may ask for: what its wire format is made of, and the list of models. Pure. */
import type { WireFormat } from '../../words/gateway-plan.ts';
import { inlineCode, oneLine } from '../../words/text.ts';
import { carriesCredential } from './headers.ts';

export interface Route {
  /** `model`: it is answered by a model, and counted. `side`: token counts, names of models. */
  readonly kind: 'model' | 'side';
  /** Without the version that it begins with: `/messages`. */
  readonly path: string;
  /** `/v1` */
  readonly version: string;
  /** Of formats that name it in the path. */
  readonly model: string | null;
}

const MODEL_NAME = String.raw`[\w@~-][\w.:@~-]{0,200}`;
const MODELS = new RegExp(String.raw`^/models(/${MODEL_NAME}){0,3}$`);
const GEMINI = new RegExp(
  String.raw`^/(?:models|tunedModels)/(${MODEL_NAME}?):(generateContent|streamGenerateContent|countTokens)$`,
);

/** POST, by format. */
const PATHS: Readonly<
  Record<Exclude<WireFormat, 'gemini'>, Readonly<Record<string, Route['kind']>>>
> = {
  anthropic: { '/messages': 'model', '/messages/count_tokens': 'side' },
  'openai-responses': {
    '/responses': 'model',
    '/responses/compact': 'model',
    '/responses/input_tokens': 'side',
  },
  'openai-chat': { '/chat/completions': 'model' },
};

/** @param path of the request, without its query. Some programs say the version twice. `null`: not permitted. */
export function routeOf(api: WireFormat, method: string, path: string): Route | null {
  const parts = /^\/{1,2}((?:v\d+[a-z0-9]{0,8}\/)+)(.{1,600})$/.exec(path);
  if (parts === null) return null;
  const version = `/${parts[1]?.split('/')[0] ?? ''}`;
  const rest = `/${parts[2] ?? ''}`;
  if (method === 'GET')
    return MODELS.test(rest) ? { kind: 'side', path: rest, version, model: null } : null;
  if (method !== 'POST') return null;
  if (api === 'gemini') {
    const [, model = '', verb] = GEMINI.exec(rest) ?? [];
    if (verb === undefined) return null;
    return { kind: verb === 'countTokens' ? 'side' : 'model', path: rest, version, model };
  }
  const kind = Object.entries(PATHS[api]).find(([known]) => known === rest)?.[1];
  return kind === undefined ? null : { kind, path: rest, version, model: null };
}

/** An address that names a version has all that is wanted before the path; else the version belongs between. */
export function upstreamPath(base: string, { version, path }: Route, exact = false): string {
  const folder = base.replace(/\/+$/, '');
  return exact || /\/v\d+[a-z0-9]*(\/|$)/.test(folder)
    ? `${folder}${path}`
    : `${folder}${version}${path}`;
}

// The query of an agent's request, read once and written again, so that no server reads another one. Pure.
export type Query =
  | {
      readonly kind: 'plain';
      /** With its `?`; '' for none. */
      readonly text: string;
      /** Of `key`, which is where some programs put theirs: they do not continue. */
      readonly keys: readonly string[];
    }
  /** `why`: a sentence. */
  | { readonly kind: 'refused'; readonly why: string; readonly keys: readonly string[] };

/** `alt`, `$alt`, `page_size`, `filter[state]`: with anything else in it servers may disagree on where a name ends. */
const QUERY_NAME = /^[A-Za-z_$][\w.$-]{0,100}(\[[\w-]{0,40}\]){0,3}$/;

/** @param token of the run: `key` may carry it, and nothing else may be a key */
export function readQuery(target: string, isToken: (text: string) => boolean): Query {
  const at = target.indexOf('?');
  if (at === -1) return { kind: 'plain', text: '', keys: [] };
  const kept: string[] = [];
  const keys: string[] = [];
  let why: string | null = null;
  // Some servers also end a parameter at a semicolon.
  for (const part of target.slice(at + 1).split(/[&;]/)) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = decoded(equals === -1 ? part : part.slice(0, equals));
    const value = equals === -1 ? null : decoded(part.slice(equals + 1));
    if (name !== null && name.toLowerCase() === 'key' && value !== null && isToken(value))
      keys.push(value);
    else if (name === null || !QUERY_NAME.test(name))
      why ??= `the query parameter ${inlineCode(oneLine(part, 100))} has a name that servers may read in more than one way`;
    else if (carriesCredential(name))
      why ??= `the query parameter ${inlineCode(name)} may carry a key: the run's token alone is taken, as \`key\` or in a header`;
    else if (value === null && equals !== -1)
      why ??= `the query parameter ${inlineCode(name)} is not encoded as UTF-8`;
    else kept.push(equals === -1 ? encoded(name) : `${encoded(name)}=${encoded(value ?? '')}`);
  }
  if (why !== null) return { kind: 'refused', why, keys };
  return { kind: 'plain', text: kept.length === 0 ? '' : `?${kept.join('&')}`, keys };
}

/** As a form is decoded: once. `null` when it is not UTF-8. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%24', '$').replaceAll('%2C', ',');
}
