/** Which files and folders hold credentials, by the names that tools give them. Pure. */
import { extname } from 'node:path';

/** Settings and stores of credentials. Lower case. */
const FILES = new Set([
  '.bunfig.toml',
  '.condarc',
  '.credentials.json',
  '.curlrc',
  '.dockercfg',
  '.envrc',
  '.git-credentials',
  '.gitconfig',
  '.hgrc',
  '.my.cnf',
  '.mylogin.cnf',
  '.netrc',
  '.npmrc',
  '.pgpass',
  '.pnpmrc',
  '.pypirc',
  '.renviron',
  '.s3cfg',
  '.sentryclirc',
  '.terraformrc',
  '.vault-token',
  '.wgetrc',
  '.yarnrc',
  '.yarnrc.yml',
  '_netrc',
  'bunfig.toml',
  'credentials',
  'credentials.db',
  'credentials.ini',
  'credentials.json',
  'credentials.properties',
  'credentials.tfrc.json',
  'credentials.toml',
  'credentials.xml',
  'credentials.yaml',
  'credentials.yml',
  'id_dsa',
  'id_ecdsa',
  'id_ed25519',
  'id_rsa',
  'npmrc',
  'pip.conf',
  'pip.ini',
  'settings-security.xml',
  'wgetrc',
]);

/** Containers of keys: what is in them cannot be told from outside. */
const KEY_STORES = new Set(['.jks', '.kdbx', '.keystore', '.p12', '.pfx', '.ppk', '.tfstate']);

/** Names that programs also give to what is not a secret: their content decides. */
const BY_CONTENT: readonly { readonly name: RegExp; readonly content: RegExp }[] = [
  { name: /\.(?:pem|key)$/, content: /PRIVATE KEY/ },
  {
    name: /^(?:settings|nuget|nuget\.config)(?:\.xml|\.config)?$/,
    content: /<(?:password|passphrase|privateKey)>|ClearTextPassword|apikeys/i,
  },
  { name: /^gradle\.properties$/, content: /password|secret|token|username/i },
  {
    name: /^(?:auth|key|.*(?:service[-_]?account|client[-_]?secret|credentials?)[^/]*|.*[-_]key)\.json$/,
    content: /"(?:private_key|client_secret|refresh_token|auths|token|oauth|access_token)"/i,
  },
];

/** A file that has this name in a folder of that name. */
const IN_FOLDER: Readonly<Record<string, readonly string[]>> = {
  gh: ['hosts.yml', 'hosts.yaml'],
  hub: ['hub'],
  'glab-cli': ['config.yml'],
  containers: ['auth.json'],
};

const FOLDERS = new Set([
  '.aws',
  '.azure',
  '.docker',
  '.gcloud',
  '.gnupg',
  '.kube',
  '.password-store',
  '.ssh',
  'keyrings',
]);

/** Samples that are meant to be read. */
const SAMPLE = /\.(?:example|sample|template|dist|defaults?)$/;

/** What every such name has: most names are told apart by this alone. */
const LIKELY =
  /^[._]|^(?:auth|bunfig|credentials?|gradle|hosts|hub|id_|key|npmrc|nuget|pip|settings|wgetrc|config)|(?:credential|secret|account|[-_]key)[^/]*\.json$|\.(?:pem|key|jks|kdbx|keystore|p12|pfx|ppk|tfstate)$/;

/** `by-content`: `isCredentialContent` decides. */
export type CredentialVerdict = 'yes' | 'no' | 'by-content';

/** @param folder the name of the folder that the file lies in */
export function judgeFileName(name: string, folder: string): CredentialVerdict {
  const lower = name.toLowerCase();
  if (!LIKELY.test(lower)) return 'no';
  if (FILES.has(lower) || KEY_STORES.has(extname(lower))) return 'yes';
  if (/^\.env(?:$|[.-])/.test(lower)) return SAMPLE.test(lower) ? 'no' : 'yes';
  if (Object.hasOwn(IN_FOLDER, folder) && (IN_FOLDER[folder] ?? []).includes(lower)) return 'yes';
  return BY_CONTENT.some((rule) => rule.name.test(lower)) ? 'by-content' : 'no';
}

/** @param text the whole file; examples in comments of XML do not count */
export function isCredentialContent(name: string, text: string): boolean {
  const lower = name.toLowerCase();
  const said = text.replaceAll(/<!--.*?-->/gs, '');
  return BY_CONTENT.some((rule) => rule.name.test(lower) && rule.content.test(said));
}

/** @param parent the name of the folder that it lies in */
export function isCredentialFolder(name: string, parent: string): boolean {
  // What bundlers built last, with the values of the environment in it.
  if (name === '.cache' && parent === 'node_modules') return true;
  return FOLDERS.has(name.toLowerCase()) || (name === 'gcloud' && parent === '.config');
}

/** Test data holds keys that everybody has: the folder is not needed for a tool to work. */
export function isTestFolder(name: string): boolean {
  return /^(?:__tests__|certdata|examples?|fixtures|test|test[-_]?data|tests)$/i.test(name);
}

/**
 * Whether a folder came with a release, for everybody to see: test data of installed packages and of Python itself, and
 * documentation of toolchains.
 */
export function isPublished(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name === 'doc') return /\/toolchains\/[^/]+\/share\/doc$/.test(path);
  return isTestFolder(name) && /\/(?:node_modules|lib\/python\d[\d.]*)\//.test(path);
}

/** Whether settings of a repository hold more than where it came from. */
export function isCredentialGitConfig(text: string): boolean {
  return /:\/\/\S*@|extraheader|\[credential/i.test(text);
}

/** Another one when the rules are others: what an earlier search found then does not count. */
export const CREDENTIAL_RULES = [
  ...FILES,
  ...KEY_STORES,
  ...FOLDERS,
  ...BY_CONTENT.flatMap(({ name, content }) => [name.source, content.source]),
  JSON.stringify(IN_FOLDER),
  SAMPLE.source,
  '1',
].join(' ');
