import {
  Bell,
  CircleAlert,
  CircleCheck,
  Database,
  Info,
  type LucideIcon,
  Radio,
  RefreshCw,
  Target,
  TriangleAlert,
} from 'lucide-react';
import type { Schemas } from '~/api/client';
import { Moment } from '~/ui/Moment';

const ICONS: Record<string, LucideIcon> = {
  AlertCircle: CircleAlert,
  AlertTriangle: TriangleAlert,
  Bell,
  CheckCircle: CircleCheck,
  Database,
  Info,
  Radio,
  Refresh: RefreshCw,
  Target,
};

interface Props {
  item: Schemas['ActivityItem'];
  small?: boolean;
}

export function ActivityRow({ item, small }: Props) {
  const Icon = ICONS[item.icon] ?? Bell;
  return (
    <div className="activity-row">
      <span className={`activity-icon ${item.iconClass}`}>
        <Icon size={small ? 15 : 17} aria-hidden />
      </span>
      <div className="grow">
        <p className="break">{item.message}</p>
        {item.details && !small && <p className="small muted break">{item.details}</p>}
        <p className="small muted">
          <Moment at={item.timestamp} />
        </p>
      </div>
    </div>
  );
}
