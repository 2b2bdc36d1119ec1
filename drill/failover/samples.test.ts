import { expect, test } from "vitest";
import { fillEtcd, fillHaproxy, fillPatroni, type NodeSetting } from "./samples";

const nodes = [1, 2, 3].map((index): NodeSetting => ({
  name: `pg${index}`,
  folder: `/tmp/pg${index}`,
  ports: {
    postgres: index * 100,
    rest: index * 100 + 1,
    etcd: index * 100 + 2,
    etcdPeer: index * 100 + 3,
    replicationLink: index * 100 + 4,
    clientLink: index * 100 + 5,
    restLink: index * 100 + 6,
    etcdLinks: [1, 2, 3].map((member) => index * 100 + 10 + member),
  },
}));

test("the drill leaves no address, path or port of a sample", () => {
  const texts = [
    fillHaproxy(5_999, nodes).replaceAll(/^ *#.*$/gm, ""),
    ...nodes.flatMap((node) => [fillEtcd(node, nodes), fillPatroni(node, {})]),
  ];
  for (const text of texts)
    expect(text).not.toMatch(/10\.0\.0|\/var\/|:(2379|2380|5000|5432|8008)\b|port 8008/);
});

test("links of one node pass its own relays only", () => {
  expect(fillPatroni(nodes[1] as NodeSetting, { ttl: 30 })).toContain("127.0.0.1:211");
  expect(fillPatroni(nodes[1] as NodeSetting, { ttl: 30 })).not.toContain("127.0.0.1:111");
  expect(fillPatroni(nodes[1] as NodeSetting, { ttl: 30 })).toContain("ttl: 30");
});

test("replication is synchronous, and never falls back", () => {
  const sample = fillPatroni(nodes[0] as NodeSetting, {});
  expect(sample).toContain("synchronous_mode: true");
  expect(sample).toContain("synchronous_mode_strict: true");
  expect(sample).toContain("primary_start_timeout: 0");
});
