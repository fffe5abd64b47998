/** The console of the staff, wired: its guard, its calls, and what is cleared. */
import type { FastifyInstance } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { consoleGuard } from '../console/console-hook.ts';
import { consoleRoutes } from '../console/console-routes.ts';
import { logRoutes } from '../console/log/log-routes.ts';
import { nowRoutes } from '../console/now/now-routes.ts';
import { createNowService, type NowDeps } from '../console/now/service.ts';
import { createStaffService, type StaffServiceDeps } from '../console/staff/service.ts';
import { staffRoutes } from '../console/staff/staff-routes.ts';
import { staffCookieName } from '../http/caller.ts';
import { createAddressList } from '../http/client-address.ts';
import type { Settings } from '../platform/settings.ts';

export interface ConsolePart {
  guard: (app: FastifyInstance) => void;
  routes: FastifyPluginAsyncZod;
  clean(): Promise<void>;
}

export interface ConsoleDeps extends StaffServiceDeps, Omit<NowDeps, 'database'> {
  settings: Pick<Settings, 'consoleAddresses'>;
  siteUrl: () => string;
  allowedOrigins: () => ReadonlySet<string>;
}

export const wireConsole = (deps: ConsoleDeps): ConsolePart => {
  const { database, settings, siteUrl } = deps;
  const staff = createStaffService(deps);
  return {
    guard: consoleGuard({
      staff,
      isAllowedAddress: createAddressList(settings.consoleAddresses),
      cookieName: () => staffCookieName(siteUrl()),
      allowedOrigins: deps.allowedOrigins,
    }),
    routes: consoleRoutes([
      staffRoutes(staff, siteUrl),
      nowRoutes(createNowService(deps)),
      logRoutes(database),
    ]),
    clean: staff.deleteExpired,
  };
};
