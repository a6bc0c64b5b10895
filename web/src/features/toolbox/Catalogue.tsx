import { Search, TriangleAlert } from 'lucide-react';
import { Link } from '~/app/Link';
import { useParam } from '~/app/useParam';
import { t } from '~/lib/i18n';
import { rank } from '~/lib/search';
import { Empty } from '~/ui/Card';
import { SearchField, SelectField } from '~/ui/Field';
import { Tag } from '~/ui/Status';
import type { Template } from './queries';
import { TemplateIcon } from './TemplateIcon';

export function Catalogue({ templates }: { templates: Template[] }) {
  const [question, setQuestion] = useParam('q');
  const [category, setCategory] = useParam('category');
  const categories = [...new Set(templates.map((template) => template.category))].sort();
  const shown = templates.filter(
    (template) =>
      (category === '' || template.category === category) &&
      rank([template.name, template.description, ...template.tags].join(' '), question) !== null,
  );
  return (
    <>
      <div className="row wrap catalogue-filter">
        <SearchField label={t('toolbox.search')} value={question} onChange={setQuestion} />
        <SelectField
          label={t('toolbox.category')}
          value={category}
          onChange={(event) => setCategory(event.target.value)}
        >
          <option value="">{t('ui.all')}</option>
          {categories.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </SelectField>
      </div>
      {shown.length === 0 ? (
        <Empty icon={Search} title={t('toolbox.nothing')} />
      ) : (
        <ul className="templates">
          {shown.map((template) => (
            <TemplateCard key={template.id} template={template} />
          ))}
        </ul>
      )}
    </>
  );
}

function TemplateCard({ template }: { template: Template }) {
  const { broken, id, name, description, category } = template;
  if (broken) {
    const where = broken.line ? t('toolbox.line', { line: broken.line }) : '';
    return (
      <li className="card template">
        <h2 className="row">
          <TriangleAlert size={18} className="bad" aria-hidden />
          {name || id}
        </h2>
        <p className="small bad break">
          {where} {broken.reason}
        </p>
      </li>
    );
  }
  return (
    <li className="card template">
      <div className="row">
        <TemplateIcon template={template} />
        <div className="grow">
          <h2 className="cut">
            <Link to={`toolbox/${encodeURIComponent(id)}`} className="template-link">
              {name}
            </Link>
          </h2>
          <Tag>{category}</Tag>
        </div>
      </div>
      <p className="small muted">{description}</p>
    </li>
  );
}
