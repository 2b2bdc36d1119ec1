import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, stringify } from "yaml";
import { postgresFolder } from "./packages";

const folder = join(import.meta.dirname, "../../deploy/postgres-ha");
const read = (name: string) => readFileSync(join(folder, name), "utf8");

/** Ports of one node, all on loopback. `…Link` is a port of a relay. */
export interface NodePorts {
  postgres: number;
  rest: number;
  etcd: number;
  etcdPeer: number;
  /** From other nodes to PostgreSQL: replication. */
  replicationLink: number;
  /** From HAProxy to PostgreSQL. */
  clientLink: number;
  /** From HAProxy and other nodes to Patroni. */
  restLink: number;
  /** From Patroni to each member of etcd. */
  etcdLinks: number[];
}

export interface NodeSetting {
  name: string;
  /** For data, with the files of this node only. */
  folder: string;
  ports: NodePorts;
}

const local = (port: number) => `127.0.0.1:${port}`;
const url = (port: number) => `http://${local(port)}`;

interface EtcdSample extends Record<string, string | number> {
  "initial-cluster": string;
}

/** Returns the sample of etcd's configuration with the node's name, ports and folder. */
export function fillEtcd(node: NodeSetting, all: NodeSetting[]): string {
  const peer = url(node.ports.etcdPeer);
  const client = url(node.ports.etcd);
  const filled: EtcdSample = {
    ...(parse(read("etcd.yml")) as EtcdSample),
    name: node.name,
    "data-dir": join(node.folder, "etcd"),
    "listen-peer-urls": peer,
    "listen-client-urls": client,
    "initial-advertise-peer-urls": peer,
    "advertise-client-urls": client,
    "initial-cluster": all.map(({ name, ports }) => `${name}=${url(ports.etcdPeer)}`).join(","),
  };
  return stringify(filled);
}

interface PatroniSample {
  name: string;
  restapi: {
    listen: string;
    connect_address: string;
    authentication: { username: string; password: string };
  };
  etcd: { hosts: string[]; use_proxies?: boolean };
  bootstrap: { dcs: Record<string, unknown> };
  postgresql: {
    listen: string;
    connect_address: string;
    data_dir: string;
    bin_dir: string;
    authentication: { superuser: { username: string; password: string } };
    parameters: Record<string, string>;
    pg_hba: string[];
  };
}

const patroniSample = () => parse(read("patroni.yml")) as PatroniSample;

/** The accounts that the sample names. */
export function sampleAccounts() {
  const { restapi, postgresql } = patroniSample();
  return { rest: restapi.authentication, superuser: postgresql.authentication.superuser };
}

/**
 * Returns the sample of Patroni's configuration with the node's name, ports and folders.
 * @param dcs replaces settings of the cluster
 */
export function fillPatroni(
  { name, folder: nodeFolder, ports }: NodeSetting,
  dcs: Record<string, unknown>,
): string {
  const sample = patroniSample();
  const filled: PatroniSample = {
    ...sample,
    name,
    restapi: {
      ...sample.restapi,
      listen: local(ports.rest),
      connect_address: local(ports.restLink),
    },
    // Members of etcd don't know the relays, so Patroni must not ask them for their addresses.
    etcd: { hosts: ports.etcdLinks.map(local), use_proxies: true },
    bootstrap: { ...sample.bootstrap, dcs: { ...sample.bootstrap.dcs, ...dcs } },
    postgresql: {
      ...sample.postgresql,
      listen: local(ports.postgres),
      connect_address: local(ports.replicationLink),
      data_dir: join(nodeFolder, "data"),
      bin_dir: postgresFolder,
      parameters: { ...sample.postgresql.parameters, unix_socket_directories: nodeFolder },
      pg_hba: sample.postgresql.pg_hba.map((line) => line.replace("10.0.0.0/24", "127.0.0.1/32")),
    },
  };
  return stringify(filled);
}

/** Returns the sample of HAProxy's configuration with its port and those of the nodes. */
export function fillHaproxy(port: number, nodes: NodeSetting[]): string {
  const replacements = [
    ["127.0.0.1:5000", local(port)],
    ...nodes.map(({ name, ports }, index) => [
      `server ${name} 10.0.0.${index + 1}:5432 check port 8008`,
      `server ${name} ${local(ports.clientLink)} check port ${ports.restLink}`,
    ]),
  ] as [string, string][];
  return replacements.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the sample does not contain ${from}`);
    return text.replaceAll(from, to);
  }, read("haproxy.cfg"));
}
