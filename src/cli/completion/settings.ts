/**
 * What `--set` takes, each with the words that it allows. Made by its test from the schemas, so that completion need
 * not load them.
 */
export const SETTINGS = `
name
intent
owner
enabled true false
on.schedule
on.webhook.scheme standard github gitlab-token
on.webhook.secret
on.deployment.environment
on.deployment.state
on.deployment.ref
on.git.branches
on.git.paths
on.git.tags
on.files.paths
on.files.debounce
on.routine.completed
on.routine.outcome
on.manual.inputs
runs-on
policy.overlap skip buffer-one buffer-all cancel-other terminate-other allow-all
policy.misfire skip run-once run-all
policy.starting-deadline
policy.jitter
policy.cooldown
policy.pause-after-failures
policy.until
policy.touches
policy.concurrency
policy.concurrency.group
policy.concurrency.max
condition
condition.run
condition.timeout
window previous-day previous-week
window.since
window.max
collect
collect.todos.older-than
collect.todos.markers
collect.todos.paths
collect.todos.exclude
collect.commits.paths
collect.commits.max
collect.tickets.path
collect.tickets.from
collect.tickets.format auto json jsonl csv markdown eml mbox
collect.tickets.items
collect.tickets.fields.id
collect.tickets.fields.title
collect.tickets.fields.body
collect.tickets.fields.created-at
collect.tickets.fields.author
collect.tickets.fields.labels
collect.tickets.fields.url
collect.tickets.mask
collect.tickets.urgent.words
collect.tickets.urgent.except
collect.tickets.embeddings
collect.tickets.embeddings.from
collect.tickets.embeddings.model
collect.tickets.max
collect.release-notes.path
collect.release-notes.form auto keep-a-changelog headings github changesets
collect.release-notes.from
collect.release-notes.to
collect.release-notes.deployed
collect.release-notes.tags
collect.release-notes.types
collect.release-notes.exclude
collect.command.name
collect.command.run
collect.command.format lines json jsonl
collect.command.timeout
agent.engine builtin claude codex opencode gemini pi qwen copilot acp command
agent.builtin todo-sweep ticket-digest release-check facts
agent.command
agent.prompt
agent.prompt-file
agent.model
agent.max-turns
agent.fallbacks
agent.variants
workspace.base
workspace.isolation auto sandbox private worktree
workspace.history auto borrow copy
workspace.include
workspace.setup
workspace.serve
workspace.checks
workspace.ports
workspace.keep.success
workspace.keep.failure
workspace.keep.waiting
permissions.env
permissions.network.allow
permissions.network.setup
permissions.read
permissions.write
permissions.on-denied report fail
accept-risk
context.reports.last
context.reports.from
context.verdicts true false
context.findings
context.branches true false
context.sessions true false
context.items open all none
context.decisions true false
context.knowledge true false
context.transcripts
context.transcripts.last
context.transcripts.max-tokens
context.files
context.max-tokens
context.tools true false
report.template
report.require
report.min-coverage
outputs.mode review auto staged
outputs.branch.protected
outputs.branch.max-files
outputs.branch.max-bytes
outputs.file-item
outputs.file-item.mode review auto staged
outputs.file-item.tracker
outputs.file-item.max
outputs.file-item.max-open
outputs.file-item.labels
outputs.file-item.expires
outputs.comment
outputs.comment.mode review auto staged
outputs.comment.max
outputs.update-item
outputs.update-item.mode review auto staged
outputs.update-item.max
outputs.close-item
outputs.close-item.mode review auto staged
outputs.close-item.max
outputs.push
outputs.push.mode review auto staged
outputs.push.remote origin
outputs.push.max
outputs.pull-request
outputs.pull-request.mode review auto staged
outputs.pull-request.via
outputs.pull-request.remote origin
outputs.pull-request.base
outputs.pull-request.draft true false
outputs.pull-request.labels
outputs.pull-request.reviewers
outputs.pull-request.max
outputs.pull-request.max-open
outputs.pull-request.follow
outputs.pull-request.follow.on
outputs.pull-request.follow.max
limits.timeout
limits.idle-timeout
limits.budget
limits.budget.usd-per-run
limits.budget.tokens-per-run
limits.budget.usd-per-day
limits.budget.tokens-per-day
limits.budget.on-exceed stop warn
limits.park-max
limits.processes
limits.memory
limits.file-size
limits.disk
limits.retry.max
limits.retry.on
limits.retry.backoff
notify
`;

/** Of roundsman.yaml. */
export const WORKSPACE_SETTINGS = `
name
timezone
engine builtin claude codex opencode gemini pi qwen copilot acp command
engines
connections
prices
sessions.off
store
reports.track true false
definitions.ref
limits.max-running
limits.disk-floor
limits.budget
limits.budget.usd-per-day
limits.budget.tokens-per-day
limits.budget.per-person
limits.budget.per-person.usd-per-day
limits.budget.per-person.tokens-per-day
limits.budget.engines
workspace.spares
hooks.listen
hooks.public true false
page.listen auto off
page.hosts
page.token
page.people
page.people.url
page.people.header
page.people.proxies
page.people.oidc
page.people.oidc.issuer
page.people.oidc.client-id
page.people.oidc.client-secret
page.people.oidc.claim
page.people.roles.viewer
page.people.roles.reviewer
page.people.roles.operator
page.people.roles.admin
heartbeat.url
heartbeat.every
slots.keep
keep.disk
keep.archives
review.land merge squash rebase
review.checks
review.judge
review.judge.engine builtin claude codex opencode gemini pi qwen copilot acp command
review.judge.model
review.judge.command
review.judge.criteria
review.large-lines
review.editor
`;
