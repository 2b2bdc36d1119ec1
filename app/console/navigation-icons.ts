import {
  Activity,
  Building2,
  ChartLine,
  CircleUser,
  Fingerprint,
  HeartPulse,
  KeyRound,
  type LucideIcon,
  MailCheck,
  ScrollText,
  Settings,
  ShieldUser,
  Users,
} from "lucide-react";
import type { NavigationIcon } from "./navigation";

/** The icon of each kind of page. */
export const navigationIcons: Record<NavigationIcon, LucideIcon> = {
  overview: ChartLine,
  activity: Activity,
  users: Users,
  passkeys: Fingerprint,
  challenges: MailCheck,
  "api-keys": KeyRound,
  audit: ScrollText,
  members: ShieldUser,
  settings: Settings,
  tenancies: Building2,
  status: HeartPulse,
  account: CircleUser,
};
