import { spawn, spawnSync } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, isListening } from "../../../local/store/process.ts";

/**
 * Starts moto's server. Two rules of CloudFormation that moto lacks are added: a mock integration calls no URI, and
 * RetainExceptOnCreate keeps a resource once its stack exists.
 */
const SERVER_SCRIPT = `
import sys
from moto.apigateway.models import Method
from moto.cloudformation.parsing import ResourceMap
from moto.server import main

make_method = Method.create_from_cloudformation_json.__func__
def method(cls, resource_name, cloudformation_json, *args, **kwargs):
    integration = cloudformation_json["Properties"]["Integration"]
    if integration["Type"] == "MOCK":
        integration.update(IntegrationHttpMethod="", Uri="")
    return make_method(cls, resource_name, cloudformation_json, *args, **kwargs)
Method.create_from_cloudformation_json = classmethod(method)

delete_all = ResourceMap.delete
def delete(self):
    for resource in self._resource_json_map.values():
        if resource.get("DeletionPolicy") == "RetainExceptOnCreate":
            resource["DeletionPolicy"] = "Retain"
    return delete_all(self)
ResourceMap.delete = delete

main(sys.argv[1:])
`;

/** The reason why this machine cannot run moto (PyPI: `moto[server]`); undefined if it can. */
export const motoRefused = (): string | undefined => {
  const { status, stderr, error } = spawnSync("python3", ["-c", "import moto.server"], { encoding: "utf8" });
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split("\n").at(-1) ?? "refused");
};

/** An emulation of AWS that shares no code with the service, and the settings by which a program of ours reaches it. */
export const startMoto = async () => {
  const port = await freePort();
  const child = spawn("python3", ["-c", SERVER_SCRIPT, "-H", "127.0.0.1", "-p", String(port)], { stdio: "ignore" });
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error("moto has ended.");
    await sleep(100);
  }
  const settings = {
    AWS_ENDPOINT_URL: `http://127.0.0.1:${port}`,
    AWS_REGION: "eu-west-1",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
  };
  return { settings, stop: () => child.kill("SIGKILL") };
};
