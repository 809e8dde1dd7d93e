/**
 * Checks alert rules, workflow files, the Helm chart and the SBOM with the tools that read them in a deployment. Skips a
 * tool that cannot be installed and prints the reason. Exits with 1 for any other failure.
 */
import { execFileSync } from 'node:child_process';
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';
import { debianTool, goTool, HELM, NotInstalled } from './support/external-tools.mjs';

const ACTIONLINT = 'github.com/rhysd/actionlint/cmd/actionlint@v1.7.12';
const CHART = 'deploy/helm/lading';
const KUBERNETES = ['--kube-version', '1.32.0'];
const WITH_SECRET = ['--set', 'existingSecret=lading'];
const WITH_INGRESS = ['--set', 'ingress.enabled=true', '--set', 'ingress.host=freight.example.com'];

const run = (file, args) => execFileSync(file, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const CHECKS = {
  'alert rules': () => {
    const promtool = debianTool('prometheus', 'usr/bin/promtool');
    run(promtool, ['check', 'rules', 'deploy/alerts.yaml']);
    return run(promtool, ['test', 'rules', 'test/operations/alerts.promtool.yaml']);
  },
  'workflow files': () => {
    const files = readdirSync('.github/workflows').map((name) => `.github/workflows/${name}`);
    // Checks no shell scripts, because not every machine has shellcheck.
    run(goTool(ACTIONLINT), ['-no-color', '-shellcheck=', '-pyflakes=', ...files]);
    return `${files.length} read`;
  },
  'Helm chart': () => {
    const helm = goTool(HELM);
    run(helm, ['lint', '--strict', CHART, ...KUBERNETES, ...WITH_SECRET, ...WITH_INGRESS]);
    const made = run(helm, ['template', 'freight', CHART, ...KUBERNETES, ...WITH_SECRET, ...WITH_INGRESS]);
    const objects = parseAllDocuments(made)
      .map((document) => document.toJS())
      .filter(Boolean);
    checkChart(objects);
    assert.throws(() => run(helm, ['template', 'freight', CHART, ...KUBERNETES]), /existingSecret/);
    return objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).join(', ');
  },
  'bill of materials': () => {
    const args = ['sbom', '--omit=dev', '--sbom-type=application', '--sbom-format=cyclonedx'];
    const { components } = JSON.parse(run('npm', args));
    assert(
      components.some(({ name }) => name === 'pg'),
      'it lacks what the service runs on',
    );
    return `${components.length} packages`;
  },
};

/** Checks that the chart has every role with its probes, limits and disruption budget, and no unneeded privileges. */
function checkChart(objects) {
  const of = (kind) => objects.filter((one) => one.kind === kind);
  const roles = of('Deployment').map(({ spec }) => {
    const [container] = spec.template.spec.containers;
    assert.deepEqual(
      [container.startupProbe, container.livenessProbe, container.readinessProbe].map(
        ({ httpGet }) => httpGet.path,
      ),
      ['/health/live', '/health/live', '/health/ready'],
    );
    assert(container.resources.limits.memory && container.resources.requests.cpu);
    const { readOnlyRootFilesystem, allowPrivilegeEscalation, capabilities } = container.securityContext;
    assert.deepEqual(
      [readOnlyRootFilesystem, allowPrivilegeEscalation, capabilities.drop],
      [true, false, ['ALL']],
    );
    const { runAsNonRoot, seccompProfile } = spec.template.spec.securityContext;
    assert(runAsNonRoot);
    // Only the render role runs Chromium, and it has no secret except RENDER_SECRET.
    const role = container.env.find(({ name }) => name === 'PROCESS_ROLE').value;
    const prints = role === 'render';
    assert.equal(seccompProfile.type, prints ? 'Unconfined' : 'RuntimeDefault');
    assert.equal(container.envFrom === undefined, prints);
    assert.deepEqual(
      container.env.filter(({ valueFrom }) => valueFrom).map(({ name }) => name),
      prints ? ['RENDER_SECRET'] : [],
    );
    assert.equal(
      container.env.some(({ name }) => name === 'RENDER_URL'),
      !prints,
    );
    return role;
  });
  assert.deepEqual(roles.sort(), ['api', 'render', 'worker']);
  assert.deepEqual(
    of('PodDisruptionBudget')
      .map(({ spec }) => spec.selector.matchLabels['app.kubernetes.io/component'])
      .sort(),
    roles,
  );
  assert.deepEqual(
    of('Service').map(({ spec }) => spec.selector['app.kubernetes.io/component']),
    ['api', 'render'],
  );
  const [{ spec }] = of('NetworkPolicy');
  assert.deepEqual(
    [spec.podSelector.matchLabels['app.kubernetes.io/component'], spec.egress],
    ['render', []],
  );
}

let failed = false;
for (const [what, check] of Object.entries(CHECKS)) {
  try {
    console.log(`${what}: ok${lastLine(check())}`);
  } catch (error) {
    if (error instanceof NotInstalled) console.log(`${what}: skipped, ${error.message}`);
    else {
      failed = true;
      console.log(`${what}: FAILED\n${error.stdout ?? ''}${error.stderr ?? ''}${error.message}`);
    }
  }
}
process.exitCode = failed ? 1 : 0;

function lastLine(text) {
  const line = text.trim().split('\n').at(-1).trim();
  return line && `, ${line}`;
}
