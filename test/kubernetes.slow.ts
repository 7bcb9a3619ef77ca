import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, suite, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { parse, parseAllDocuments } from "yaml";
import { createTable, tableAt } from "../lib/accounts/table.ts";
import { entryKey } from "../lib/jobs/entry.ts";
import { readSettings } from "../lib/settings/read-settings.ts";
import { SETTINGS } from "../lib/settings/table.ts";
import { freePort } from "../local/store/process.ts";
import { openStore } from "../local/store.ts";
import { ready, run } from "./support/program.ts";
import { STORE_KEY } from "./support/store-key.ts";
import { temporaryFolder } from "./support/temporary-folder.ts";

interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
  readonly periodSeconds: number;
  readonly failureThreshold: number;
}
interface Container {
  readonly image: string;
  readonly startupProbe: Probe;
  readonly livenessProbe: Probe;
  readonly readinessProbe: Probe;
  readonly volumeMounts: readonly { readonly mountPath: string }[];
}
interface Pod {
  readonly enableServiceLinks: boolean;
  readonly terminationGracePeriodSeconds: number;
  readonly containers: readonly Container[];
}
interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly namespace?: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: { readonly template: { readonly spec: Pod } };
}

const FOLDER = "kubernetes";
const kustomization = parse(readFileSync(`${FOLDER}/kustomization.yaml`, "utf8")) as {
  readonly resources: readonly string[];
  readonly images: readonly { readonly newTag: string }[];
};
const files = kustomization.resources.map((name) => join(FOLDER, name));
const manifests = files.flatMap((file) =>
  parseAllDocuments(readFileSync(file, "utf8")).map((document) => document.toJS() as Manifest),
);
const of = (kind: string): Manifest => manifests.find((manifest) => manifest.kind === kind)!;
const settings = of("ConfigMap").data!;
const pod = of("Deployment").spec!.template.spec;
const container = pod.containers[0]!;

/** The reason why this machine cannot run a program; undefined if it can. */
const refusedBy = (program: string, words: readonly string[]): string | undefined => {
  const { status, stderr, error } = spawnSync(program, words, { encoding: "utf8" });
  return status === 0 ? undefined : (error?.message ?? stderr);
};

suite("the manifests for Kubernetes", () => {
  test("are all in the kustomization, in one namespace", () => {
    const others = readdirSync(FOLDER).filter((name) => !["kustomization.yaml", "checkov.yml", "keda"].includes(name));
    assert.deepEqual(others.toSorted(), kustomization.resources.toSorted());
    for (const { kind, metadata } of manifests) if (kind !== "Namespace") assert.equal(metadata.namespace, "platen");
  });

  test("start the version of the project", () => {
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    assert.equal(kustomization.images[0]!.newTag, version);
    assert.equal(container.image, `platen:${version}`);
  });

  test("have settings that the service takes, and no variables of Kubernetes beside them", () => {
    assert.ok(readSettings(SETTINGS, settings).table);
    assert.throws(() => readSettings(SETTINGS, { PLATEN_PORT: "tcp://10.0.0.1:80" }), /PLATEN_PORT is not a setting/);
    assert.equal(pod.enableServiceLinks, false);
  });

  test("give a pod the time to leave the service and to finish its requests", () => {
    const { drainMs, deadlineMs } = readSettings(SETTINGS, settings);
    const { periodSeconds, failureThreshold } = container.readinessProbe;
    assert.ok(drainMs >= periodSeconds * failureThreshold * 1000);
    assert.ok(pod.terminationGracePeriodSeconds * 1000 >= drainMs + deadlineMs + 10_000);
  });

  test("let KEDA count the jobs that have not ended, in the table of the settings", () => {
    const [scaled, authentication] = parseAllDocuments(readFileSync(`${FOLDER}/keda/scaled-object.yaml`, "utf8")).map(
      (document) => document.toJS(),
    );
    const [{ type, authenticationRef, metadata }] = scaled.spec.triggers;
    assert.deepEqual(
      [type, authenticationRef.name, metadata.tableName, metadata.awsRegion],
      ["aws-dynamodb", authentication.metadata.name, settings["PLATEN_TABLE"], settings["AWS_REGION"]],
    );
    const { pk } = entryKey("account", "id");
    const [name, value] = metadata.keyConditionExpression.split(" = ");
    assert.equal(JSON.parse(metadata.expressionAttributeNames)[name], "pk");
    assert.deepEqual(JSON.parse(metadata.expressionAttributeValues)[value], pk);
    assert.equal(scaled.spec.scaleTargetRef.name, "platen");
  });

  test("have no number of pods of their own beside KEDA's", {
    skip: refusedBy("kubectl", ["version", "--client"]),
  }, () => {
    const copy = temporaryFolder("keda");
    cpSync(FOLDER, copy, { recursive: true });
    appendFileSync(join(copy, "kustomization.yaml"), "components: [keda]\n");
    const { status, stdout, stderr } = spawnSync("kubectl", ["kustomize", copy], { encoding: "utf8" });
    assert.equal(status, 0, stderr);
    const whole = parseAllDocuments(stdout).map((document) => document.toJS());
    const kinds = whole.map(({ kind }) => kind as string);
    assert.deepEqual([kinds.includes("ScaledObject"), kinds.includes("TriggerAuthentication")], [true, true]);
    assert.equal("replicas" in whole.find(({ kind }) => kind === "Deployment").spec, false);
  });

  for (const [program, words] of [
    ["kubernetes-validate", ["--strict", ...files]],
    ["checkov", ["--config-file", "kubernetes/checkov.yml", "--skip-download", "--directory", FOLDER]],
    ["kubectl", ["kustomize", FOLDER]],
  ] as const) {
    const refused = refusedBy(program, [
      program === "kubectl" ? "version" : "--version",
      ...(program === "kubectl" ? ["--client"] : []),
    ]);
    if (refused !== undefined) console.warn(`NOT TESTED: the manifests, by ${program}: ${refused}`);
    test(`have no finding for ${program}`, { skip: refused }, () => {
      const { status, stdout, stderr } = spawnSync(program, words, { encoding: "utf8" });
      assert.equal(status, 0, stdout + stderr);
    });
  }
});

test("the probes take a pod out of the service while its store is away, and restart no pod", {
  timeout: 600_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "platen-kubernetes-"));
  const port = await freePort();
  let store = await openStore(folder, { port, key: STORE_KEY });
  after(async () => {
    await store.close();
    await rm(folder, { recursive: true, force: true });
  });
  await createTable(tableAt(settings["PLATEN_TABLE"]!, store));
  const local = {
    ...settings,
    PORT: "0",
    PLATEN_METRICS_PORT: String(await freePort()),
    PLATEN_DRAIN_MS: "3000",
    AWS_ENDPOINT_URL_DYNAMODB: store.endpoint,
    AWS_ACCESS_KEY_ID: STORE_KEY,
    AWS_SECRET_ACCESS_KEY: "local",
  };
  const service = run("local/serve.ts", [], local);
  const { url } = await ready(service);
  const statuses = () =>
    Promise.all(
      [container.startupProbe, container.livenessProbe, container.readinessProbe].map(
        async ({ httpGet }) => (await fetch(new URL(httpGet.path, url))).status,
      ),
    );
  const become = async (wanted: readonly number[]) => {
    while (JSON.stringify(await statuses()) !== JSON.stringify(wanted)) await sleep(100);
  };
  await become([200, 200, 200]);
  await store.close();
  await become([200, 200, 503]);
  store = await openStore(folder, { port, key: STORE_KEY });
  await become([200, 200, 200]);
  service.child.kill("SIGTERM");
  await become([200, 200, 503]);
  assert.equal(await service.ended, 0);

  await store.close();
  const second = run("local/serve.ts", [], local);
  const address = (await ready(second)).url;
  assert.equal((await fetch(new URL(container.startupProbe.httpGet.path, address))).status, 200);
});
