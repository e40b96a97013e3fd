/** What of a model's endpoint an agent may ask for: what its wire format is made of, and the list of models. Pure. */
import type { WireFormat } from '../../words/gateway-plan.ts';

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

const NAME = String.raw`[\w@~-][\w.:@~-]{0,200}`;
const MODELS = new RegExp(String.raw`^/models(/${NAME}){0,3}$`);
const GEMINI = new RegExp(
  String.raw`^/(?:models|tunedModels)/(${NAME}?):(generateContent|streamGenerateContent|countTokens)$`,
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
