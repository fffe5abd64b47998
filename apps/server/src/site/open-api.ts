/**
 * The OpenAPI document: the calls by their schemas, with the scope that an access token needs for each, and what the
 * live connection pushes, so that a client can be generated from the document alone.
 */
import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import { clubMembersData, clubTableData } from '@fairground/contract/clubs';
import { maintenanceData } from '@fairground/contract/maintenance';
import { presenceData } from '@fairground/contract/presence';
import { stallsData } from '@fairground/contract/stalls';
import { tokenCalls, tokenPrefix } from '@fairground/contract/tokens';
import { updatedUserData } from '@fairground/contract/live';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import * as z from 'zod/mini';
import type { LiveMessages } from '@fairground/game-kit/shared';
import { headersOf, operationIdOf } from './operations.ts';
import type { MessageScopes } from '../realtime/types.ts';

export interface LiveDocument {
  /** What each game pushes. */
  pushes: readonly LiveMessages[];
  messageScopes: MessageScopes;
}

const description = `The wire contract of the site.

**Programs.** Create an access token in your profile (\`/profile/data\`) and send it with each call:

    curl https://SITE/api/user/me -H "Authorization: Bearer ${tokenPrefix}..."

Each call below names the scope that a token needs for it: \`read\`, or \`play\`, which includes \`read\`. A call
that names none is refused to every token, with 403 \`reauthentication_required\`. A token that was ended or has
expired is refused with 401. One token may make ${tokenCalls.max} calls in ${tokenCalls.windowMs / 1_000} seconds;
then the answer is 429, and \`Retry-After\` says how many seconds to wait; so it does with 503, while a process
restarts or the database is unavailable.

**Coins.** Send an \`Idempotency-Key\` of your own with each call that moves coins, and the same one when you repeat
it: the repeat gets the first answer again, and nothing is paid twice. The first such call by a token marks the
account as a bot.

**Receipts.** With the header \`Receipt: 1\`, a call that places a stake answers with a \`receipt\` as well: the
site's signature on the bet, by which anyone can show that it was accepted. A repeat has it where the first call
asked for it.

**Who is shown.** A page that stays open while somebody else signs in would act in their name. So a call may say
whose it is by the header \`X-Player\` with the \`id\` of the player, and a live message by \`playerId\` in its
payload. Calls that change something and messages are refused with 409 \`session_changed\` where the session is
another player's; nothing has happened then. Programs may leave it out.

**Live messages.** \`/ws\` takes the same token as \`token\` of a message, which is signed with it: \`signature\` is
the HMAC-SHA256 of \`requestId.timestamp.payload\` in lower-case hex. The schema \`LivePushes\` lists what the site
pushes.`;

export const openApiOptions = ({ pushes, messageScopes }: LiveDocument): FastifyDynamicSwaggerOptions => {
  const transform = createJsonSchemaTransform({ skipList: [], zodToJsonConfig: { unrepresentable: 'any' } });
  const sends = Object.entries(messageScopes).map(([type, scope]) => `\`${type}\` (${scope})`);
  return {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Fairground',
        description: `${description} A program may send ${['`ping`', '`subscribe`', ...sends].join(', ')}.`,
        version: '1',
      },
      servers: [{ url: '/' }],
      components: {
        schemas: { LivePushes: livePushesOf(pushes) },
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'session' },
          accessToken: { type: 'http', scheme: 'bearer', bearerFormat: `${tokenPrefix}...` },
        },
      },
    },
    transform(input) {
      const { schema, url } = transform(input);
      const scope = input.route.config?.tokenScope;
      const security = [{ session: [] }, ...(scope === undefined ? [] : [{ accessToken: [scope] }])];
      const text = scope === undefined ? 'Not by an access token.' : `Access tokens: scope \`${scope}\`.`;
      const headers = headersOf(input.route, schema.response);
      return {
        schema: {
          operationId: operationIdOf(String(input.route.method), url),
          ...schema,
          ...(headers === undefined ? {} : { headers }),
          security,
          description: text,
        },
        url,
      };
    },
  };
};

/** An object with the data of each push, by the type of its message. */
const livePushesOf = (games: readonly LiveMessages[]) => {
  const shape = Object.assign(
    {
      updatedUser_response: updatedUserData,
      fairPresence_response: presenceData,
      stalls_response: stallsData,
      clubTable_response: clubTableData,
      clubMembers_response: clubMembersData,
      maintenance_response: maintenanceData,
    },
    ...games,
  ) as LiveMessages;
  const { $schema: _, ...schema } = z.toJSONSchema(z.object(shape), { unrepresentable: 'any' });
  return schema as object;
};
