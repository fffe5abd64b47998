/** Whom the player brought to the fair. */
import { Link } from 'react-router';
import { useFormat } from '../../shared/format/format.ts';
import { useT } from '../../shared/i18n/i18n.ts';
import { Avatar } from '../../shared/ui/avatar.tsx';
import { Panel } from '../../shared/ui/panel.tsx';

interface ReferredUser {
  id: string;
  username: string;
  avatar: string | null;
  createdAt: string;
}

interface ReferredUsersProps {
  count: number;
  users: readonly ReferredUser[];
}

export function ReferredUsers({ count, users }: ReferredUsersProps) {
  const t = useT();
  const { formatDate } = useFormat();
  return (
    <Panel title={t('profile.referred', { count })}>
      {users.length === 0 ? (
        <div className="grid gap-1">
          <p className="font-bold">{t('profile.noReferrals')}</p>
          <p className="text-quiet">{t('profile.noReferralsText')}</p>
        </div>
      ) : (
        <table className="w-full border-collapse">
          <thead className="text-left text-14 leading-5 text-quiet">
            <tr>
              <th scope="col" className="pb-1 font-medium">
                {t('profile.player')}
              </th>
              <th scope="col" className="pb-1 text-right font-medium">
                {t('profile.joined')}
              </th>
            </tr>
          </thead>
          <tbody>
            {users.map(({ id, username, avatar, createdAt }) => (
              <tr key={id} className="border-t-[1.5px] border-rule">
                <th scope="row" className="text-left">
                  <Link
                    to={`/user/${encodeURIComponent(username)}`}
                    className="flex min-h-13 items-center gap-3 hover:text-coin"
                  >
                    <Avatar avatar={avatar} username={username} className="size-9" />
                    <span className="truncate">{username}</span>
                  </Link>
                </th>
                <td className="text-right text-quiet">{formatDate(createdAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
