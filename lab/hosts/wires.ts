/**
 * What happens on the wires between hosts: packets from one to another are dropped, some are lost, or they wait for
 * each other. Made of parts that every kernel has, which `netem` is not.
 */
import type { Host } from './network.ts';

const faults = {
  /** Nothing arrives. */
  cut: { rate: '10gbit', queue: 0, match: '' },
  /** Packets wait in a queue for up to a second. */
  slow: { rate: '1mbit', queue: 80, match: '' },
  /** Every fourth packet is lost, by its number. */
  lossy: { rate: '10gbit', queue: 0, match: 'match u16 0 3 at 4' },
} as const;

export type WireFault = keyof typeof faults;

/** One way: packets from the first host to the others. */
export const disturb = (from: Host, to: readonly Host[], fault: WireFault): void => {
  const { rate, queue, match } = faults[fault];
  const tc = (command: string): void => from.run('tc', ...command.split(' ').filter(Boolean));
  // Packets that no filter finds pass.
  tc('qdisc replace dev eth0 root handle 1: htb');
  tc(`class add dev eth0 parent 1: classid 1:2 htb rate ${rate} quantum 1500`);
  tc(`qdisc add dev eth0 parent 1:2 pfifo limit ${queue}`);
  for (const { address } of to)
    tc(`filter add dev eth0 protocol ip parent 1: u32 match ip dst ${address} ${match} flowid 1:2`);
};

/** Between the first host and each of the others. */
export const disturbBothWays = (one: Host, others: readonly Host[], fault: WireFault): void => {
  disturb(one, others, fault);
  for (const other of others) disturb(other, [one], fault);
};

export const heal = (host: Host): void => {
  try {
    host.run('tc', 'qdisc', 'delete', 'dev', 'eth0', 'root');
  } catch {
    // It was at its end of the wire alone.
  }
};
