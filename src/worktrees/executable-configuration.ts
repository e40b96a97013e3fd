/**
 * Files that programs run, or take orders from, when somebody opens, builds or pushes a checkout. Without regard to
 * case: on some systems `makefile` and `Makefile` are one.
 */
const PATTERNS: readonly RegExp[] = [
  // Settings, hooks, commands and servers of coding agents, and what they are told in every session.
  /(^|\/)\.(claude|codex|cursor|gemini|opencode|qwen|copilot|roo|continue|windsurf|amazonq|kiro)\//,
  /(^|\/)(opencode\.jsonc?|\.mcp\.json|mcp\.json|\.cursorrules|\.windsurfrules|\.clinerules|\.aider\.conf\.yml)$/,
  /(^|\/)(claude(\.local)?|agents(\.override)?|gemini|qwen)\.md$/,
  /^\.github\/(copilot|agents|hooks|prompts|instructions|chatmodes)/,
  // Editors.
  /(^|\/)\.vscode\/(tasks|launch|settings|extensions|mcp)\.json$/,
  /(^|\/)(\.idea|\.zed|\.fleet|\.devcontainer)\//,
  /(^|\/)(\.devcontainer\.json|\.(ex|vim|nvim)rc|\.nvim\.lua|\.dir-locals\.el|[^/]+\.code-workspace)$/,
  // git and what runs at its hooks.
  /(^|\/)\.(gitattributes|gitmodules|lfsconfig)$/,
  /(^|\/)\.?(husky|githooks|git-hooks)\//,
  /(^|\/)(\.pre-commit-config\.yaml|\.?lefthook(-local)?\.(ya?ml|toml|json)|\.lintstagedrc[^/]*)$/,
  // Continuous integration.
  /^\.(github|gitea|forgejo)\/(workflows|actions)\//,
  /^\.github\/dependabot\.ya?ml$/,
  /^\.(gitlab|circleci|buildkite|woodpecker|semaphore|teamcity)\//,
  /^\.?(gitlab-ci|travis|drone|woodpecker|appveyor|azure-pipelines|bitbucket-pipelines|cloudbuild)\.ya?ml$/,
  /(^|\/)(jenkinsfile|action\.ya?ml)$/,
  // Builds.
  /(^|\/)((gnu)?makefile|[^/]+\.mk|\.?justfile|taskfile\.ya?ml|rakefile|cmakelists\.txt|magefile\.go)$/,
  /(^|\/)((docker|container)file[^/]*|(docker-)?compose[^/]*\.ya?ml|vagrantfile)$/,
  /(^|\/)(setup\.py|conftest\.py|noxfile\.py|tox\.ini|build\.rs|binding\.gyp|gemfile|[^/]+\.gemspec)$/,
  /(^|\/)(build|settings)\.gradle(\.kts)?$|(^|\/)(gradlew|mvnw)(\.bat|\.cmd)?$|(^|\/)(gradle\/wrapper|\.mvn|\.cargo)\//,
  // Package managers and shells.
  /(^|\/)\.(envrc|npmrc|yarnrc(\.yml)?|pnpmfile\.[cm]?js)$|(^|\/)bunfig\.toml$/,
  /(^|\/)\.yarn\/(releases|plugins)\//,
  /(^|\/)(\.?mise(\.local)?\.toml|\.tool-versions|flake\.nix|shell\.nix|devenv\.nix)$/,
];

export function isExecutableConfiguration(path: string): boolean {
  const folded = path.toLowerCase();
  return PATTERNS.some((pattern) => pattern.test(folded));
}
