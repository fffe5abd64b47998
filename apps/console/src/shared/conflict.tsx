/** Somebody else saved in the meantime. Nothing in the fields is lost: the other text is opened next to it, or replaced on purpose. */
import { Button } from '@fairground/site-kit/ui/button.tsx';
import { useQuery } from '@tanstack/react-query';
import { formatTime } from './format.ts';

interface ConflictProps {
  /** The page of what was saved, below /console. */
  path: string;
  readNewest: () => Promise<{ version: number; updatedBy: string; updatedAt: string }>;
  /** Saves the text in the fields as the version after that one. */
  onReplace: (version: number) => void;
}

export function Conflict({ path, readNewest, onReplace }: ConflictProps) {
  const { data } = useQuery({ queryKey: ['newest', path], queryFn: readNewest });
  return (
    <div className="grid gap-2">
      <p>
        {data ? `${data.updatedBy} saved version ${data.version} on ${formatTime(data.updatedAt)}. ` : null}
        Your text is still in the fields.
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <a href={`/console${path}`} target="_blank" rel="noopener" className="font-bold text-info underline">
          Show the saved text in another tab
        </a>
        <Button
          size="small"
          variant="danger"
          disabled={data === undefined}
          onClick={() => data && onReplace(data.version)}
        >
          Replace it with mine
        </Button>
      </div>
    </div>
  );
}
