import type { DeployInput, Template } from './queries';

/** A form as it is filled in. */
export interface Filled {
  name: string;
  port: string;
  values: Record<string, string>;
}

export const inputOf = (template: Template, { name, port, values }: Filled): DeployInput => ({
  service_id: template.id,
  service_name: name.trim(),
  custom_port: port ? Number(port) : undefined,
  env_vars: values,
});

/** Whether it is worth asking: what is required is there, and a port is a number. */
export function isComplete({ env_vars }: Template, { name, port, values }: Filled): boolean {
  const missing = env_vars.some((variable) => variable.required && !values[variable.name]);
  return name.trim() !== '' && /^\d*$/.test(port) && !missing;
}
