/** The client address of a request, by the same rule for calls and live connections. */
import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { addressSubject } from '../platform/attempt-limiter.ts';

export interface ClientAddress {
  /** The address, or the network of one household. */
  subject: string;
  /**
   * False where the peer is this machine and no proxy is trusted: then it may be a proxy that is not configured, and
   * represent all players at once.
   */
  isOneClient: boolean;
}

export const isLoopback = (address: string | undefined): boolean =>
  address === '::1' || /^(::ffff:)?127\./.test(address ?? '');

/** Whether an address is in one of these networks; with none of them, every address is. */
export const createAddressList = (networks: readonly string[]): ((address: string) => boolean) => {
  if (networks.length === 0) return () => true;
  const isListed = proxyAddr.compile([...networks]);
  return (address) => isListed(address, 0);
};

/** `trustProxy` lists the addresses and networks whose `X-Forwarded-For` is trusted. */
export const createClientAddress = (
  trustProxy: readonly string[],
): ((request: IncomingMessage) => ClientAddress) => {
  const isTrusted = trustProxy.length > 0 ? proxyAddr.compile([...trustProxy]) : () => false;
  return (request) => {
    const peer = request.socket.remoteAddress;
    // The connection is already closed.
    if (peer === undefined) return { subject: '', isOneClient: true };
    return {
      subject: addressSubject(proxyAddr(request, isTrusted)),
      isOneClient: trustProxy.length > 0 || !isLoopback(peer),
    };
  };
};
