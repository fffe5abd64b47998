/**
 * The plain handler that bets are compared with: Fastify, pg, and BEGIN … COMMIT around one statement after the other,
 * as games of this kind are usually written. It has no idempotency keys, limits, ledger or live messages.
 */
import Fastify from 'fastify';
import pg from 'pg';
import { serveParent } from './lib/child.ts';

export interface PlainRequest {
  connectionString: string;
}

export interface PlainResponse {
  port: number;
}

interface UserRow {
  id: string;
  name: string;
  balance: string;
}

serveParent(async ({ connectionString }: PlainRequest): Promise<PlainResponse> => {
  const pool = new pg.Pool({ connectionString, max: 12 });
  const app = Fastify();

  const placeBet = async (userId: string, amount: number) => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      const { rows } = await client.query<UserRow>({
        name: 'lock',
        text: 'SELECT id, name, balance FROM users WHERE id = $1 FOR UPDATE',
        values: [userId],
      });
      const user = rows[0];
      if (!user || Number(user.balance) < amount) {
        await client.query('ROLLBACK');
        return undefined;
      }
      const bet = await client.query<{ id: string; created_at: Date }>({
        name: 'bet',
        text: 'INSERT INTO bets (user_id, round, amount) VALUES ($1, 1, $2) RETURNING id, created_at',
        values: [userId, amount],
      });
      await client.query({
        name: 'transaction',
        text: `INSERT INTO transactions (user_id, kind, amount) VALUES ($1, 'bet', $2)`,
        values: [userId, -amount],
      });
      const paid = await client.query<UserRow>({
        name: 'pay',
        text: 'UPDATE users SET balance = balance - $2 WHERE id = $1 RETURNING id, name, balance',
        values: [userId, amount],
      });
      await client.query('COMMIT');
      return { user: paid.rows[0], bet: { ...bet.rows[0], amount } };
    } catch (error) {
      await client.query('ROLLBACK');
      throw error;
    } finally {
      client.release();
    }
  };

  app.post<{ Body: { amount: number } }>(
    '/api/aviator/create',
    {
      schema: {
        body: {
          type: 'object',
          required: ['amount'],
          properties: { amount: { type: 'integer', minimum: 10 } },
        },
      },
    },
    async (request, reply) => {
      const token = request.headers.authorization?.replace('Bearer ', '');
      const found = await pool.query<{ id: string }>({
        name: 'session',
        text: 'SELECT id FROM users WHERE token = $1',
        values: [token],
      });
      const user = found.rows[0];
      if (!user) return reply.code(401).send({ code: 'not_signed_in' });
      const placed = await placeBet(user.id, request.body.amount);
      if (!placed) return reply.code(409).send({ code: 'insufficient_coins' });
      return reply.code(201).send(placed);
    },
  );
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  return { port: Number(new URL(url).port) };
});
