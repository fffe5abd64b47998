/** Whom the player brought to the fair; on one's own page with what became of them. */
import { Link } from '@fairground/site-kit/router/router.tsx';
import { useFormat } from '@fairground/site-kit/format/format.ts';
import { Avatar } from '@fairground/site-kit/ui/avatar.tsx';
import { Panel } from '@fairground/site-kit/ui/panel.tsx';
import { TableRegion } from '@fairground/site-kit/ui/table-region.tsx';
import { useTexts } from '../../texts.ts';

interface ReferredUser {
  id: string;
  username: string;
  avatar: string | null;
  createdAt: string;
  /** Known only to the player who referred them. */
  figures?: { coins: number; winningAmount: number; todaysBids: number };
}

export function ReferredUsers({ count, users }: { count: number; users: readonly ReferredUser[] }) {
  const t = useTexts('profile');
  return (
    <Panel title={t('profile.referred', { count })}>
      {users.length === 0 ? (
        <div className="grid gap-1">
          <p className="font-bold">{t('profile.noReferrals')}</p>
          <p className="text-quiet">{t('profile.noReferralsText')}</p>
        </div>
      ) : (
        <TableRegion label={t('profile.referred', { count })}>
          <table className="w-full table-fixed border-collapse max-[16rem]:table-auto">
            <thead className="text-left text-14 leading-5 text-quiet">
              <tr>
                <th scope="col" className="pb-1 font-medium">
                  {t('profile.player')}
                </th>
                <th scope="col" className="w-28 pb-1 text-right font-medium">
                  {t('profile.joined')}
                </th>
              </tr>
            </thead>
            <tbody>
              {users.map((user) => (
                <Row key={user.id} user={user} />
              ))}
            </tbody>
          </table>
        </TableRegion>
      )}
    </Panel>
  );
}

function Row({ user: { username, avatar, createdAt, figures } }: { user: ReferredUser }) {
  const t = useTexts('profile');
  const { formatDate } = useFormat();
  return (
    <tr className="border-t-[1.5px] border-rule">
      <th scope="row" className="text-left">
        <Link
          to={`/user/${encodeURIComponent(username)}`}
          className="flex min-h-13 items-center gap-3 hover:text-coin"
        >
          <Avatar avatar={avatar} username={username} className="size-9" />
          <span className="truncate">{username}</span>
        </Link>
        {figures && (
          <dl className="figures flex flex-wrap gap-x-4 pb-2 text-14 leading-5 font-medium">
            <Figure name={t('profile.coins')} coins={figures.coins} />
            <Figure name={t('profile.winningAmount')} coins={figures.winningAmount} />
            <Figure name={t('profile.todaysBids')} coins={figures.todaysBids} />
          </dl>
        )}
      </th>
      <td className="pt-4 text-right align-top text-quiet">{formatDate(createdAt)}</td>
    </tr>
  );
}

function Figure({ name, coins }: { name: string; coins: number }) {
  const { formatCoins } = useFormat();
  return (
    <div className="flex gap-1.5">
      <dt className="text-quiet">{name}</dt>
      <dd className="font-bold">{formatCoins(coins)}</dd>
    </div>
  );
}
