/** Users, the repository and labels in full, as GitHub answers with them. */
import { nodeId, type GithubState, type KitLabel } from './github-state.ts';

/** Where a server answers: `http://127.0.0.1:40001`. */
export type Base = string;

export function repositoryUrl(state: GithubState, base: Base): string {
  return `${base}/repos/${state.owner}/${state.name}`;
}

export function webUrl(state: GithubState): string {
  return `https://github.com/${state.owner}/${state.name}`;
}

/** `simple-user`. Whoever is not known is a person from elsewhere. */
export function userShape(state: GithubState, login: string, base: Base) {
  const { id, type } = state.users.get(login) ?? { id: 1, type: 'User' };
  const url = `${base}/users/${encodeURIComponent(login)}`;
  return {
    login,
    id,
    node_id: nodeId('U', id),
    avatar_url: `https://avatars.githubusercontent.com/u/${id}?v=4`,
    gravatar_id: '',
    url,
    html_url: `https://github.com/${encodeURIComponent(login)}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type,
    site_admin: false,
    user_view_type: 'public',
  };
}

/** `public-user`. */
export function wholeUserShape(state: GithubState, login: string, base: Base) {
  return {
    ...userShape(state, login, base),
    name: null,
    company: null,
    blog: '',
    location: null,
    email: null,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: 1,
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: '2024-01-02T03:04:05Z',
    updated_at: '2024-01-02T03:04:05Z',
  };
}

export function labelShape(state: GithubState, label: KitLabel, base: Base) {
  return {
    id: label.id,
    node_id: nodeId('LA', label.id),
    url: `${repositoryUrl(state, base)}/labels/${encodeURIComponent(label.name)}`,
    name: label.name,
    color: label.color,
    default: false,
    description: label.description,
  };
}

const LINKS = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
} as const;

/** `repository`, and with `rights` what a token may do there. */
export function repositoryShape(
  state: GithubState,
  base: Base,
  rights: { readonly push: boolean } = { push: true },
) {
  const url = repositoryUrl(state, base);
  const html = webUrl(state);
  return {
    id: 500,
    node_id: nodeId('R', 500),
    name: state.name,
    full_name: `${state.owner}/${state.name}`,
    private: false,
    owner: userShape(state, state.owner, base),
    html_url: html,
    description: null,
    fork: false,
    url,
    ...Object.fromEntries(Object.entries(LINKS).map(([name, path]) => [name, url + path])),
    clone_url: `${html}.git`,
    git_url: `git://github.com/${state.owner}/${state.name}.git`,
    ssh_url: `git@github.com:${state.owner}/${state.name}.git`,
    svn_url: html,
    mirror_url: null,
    homepage: null,
    language: null,
    license: null,
    default_branch: state.defaultBranch,
    visibility: 'public',
    archived: false,
    disabled: false,
    has_issues: true,
    has_projects: true,
    has_wiki: true,
    has_pages: false,
    has_downloads: true,
    has_discussions: true,
    forks: 0,
    forks_count: 0,
    stargazers_count: 0,
    watchers: 0,
    watchers_count: 0,
    size: 1,
    open_issues: state.issues.filter((one) => one.state === 'open').length,
    open_issues_count: state.issues.filter((one) => one.state === 'open').length,
    topics: [],
    permissions: {
      admin: false,
      maintain: false,
      push: rights.push,
      triage: rights.push,
      pull: true,
    },
    pushed_at: '2024-01-02T03:04:05Z',
    created_at: '2024-01-02T03:04:05Z',
    updated_at: '2024-01-02T03:04:05Z',
  };
}
