import { useLocation } from '@tanstack/react-router';
import { t } from '~/lib/i18n';
import { Link } from './Link';
import { PLACES, pathOf, placesOf } from './navigation';
import { useWaiting, Waiting } from './waiting';

/** The pages of the section in which the current one stands. */
export function SectionTabs() {
  const waiting = useWaiting();
  const path = pathOf(useLocation().pathname);
  const section = PLACES.find((place) => place.path === path)?.section;
  if (!section) return null;
  return (
    <nav className="tabs section-tabs" aria-label={t(`app.section.${section}`)}>
      {placesOf(section).map((place) => (
        <Link key={place.path} to={place.path}>
          {t(place.name)}
          <Waiting count={waiting[place.path]} />
        </Link>
      ))}
    </nav>
  );
}
