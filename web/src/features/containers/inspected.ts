// What an engine tells of one container, in Docker's words or a cluster's, as what people look for.
import { maskedWords, type Variable, variable } from './secrets';

export interface Mount {
  source: string;
  target: string;
  readOnly: boolean;
}

export interface Facts {
  command: string;
  workingDir: string;
  user: string;
  /** What the engine does when it ends. */
  restart: string;
  restarts: number;
  environment: Variable[];
  mounts: Mount[];
  networks: { name: string; addresses: string[] }[];
}

type Found = Record<string, unknown>;

const inner = (value: unknown, name: string): Found => {
  const found = (value as Found | null)?.[name];
  return found !== null && typeof found === 'object' ? (found as Found) : {};
};
const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
const things = (value: unknown): Found[] => (Array.isArray(value) ? value : []);

const variables = (environment: unknown): Variable[] =>
  texts(environment)
    .map(variable)
    .sort((a, b) => (a.name < b.name ? -1 : 1));

export function factsOf(found: unknown): Facts {
  return 'Config' in (found as Found) ? ofDocker(found as Found) : ofCluster(found as Found);
}

function ofDocker(found: Found): Facts {
  const config = inner(found, 'Config');
  const networks = Object.entries(inner(inner(found, 'NetworkSettings'), 'Networks'));
  return {
    command: maskedWords([text(found.Path), ...texts(found.Args)]).join(' '),
    workingDir: text(config.WorkingDir),
    user: text(config.User),
    restart: text(inner(inner(found, 'HostConfig'), 'RestartPolicy').Name),
    restarts: Number(found.RestartCount) || 0,
    environment: variables(config.Env),
    mounts: things(found.Mounts).map(({ Name, Source, Destination, RW }) => ({
      // A volume's name says more than where the engine keeps it.
      source: text(Name) || text(Source),
      target: text(Destination),
      readOnly: RW === false,
    })),
    networks: networks.map(([name, settings]) => {
      const { IPAddress, GlobalIPv6Address } = (settings ?? {}) as Found;
      return { name, addresses: [text(IPAddress), text(GlobalIPv6Address)].filter(Boolean) };
    }),
  };
}

function ofCluster(found: Found): Facts {
  const config = inner(found, 'config');
  return {
    command: maskedWords(texts(config.cmd)).join(' '),
    workingDir: text(config.workingDir),
    user: text(config.user),
    restart: '',
    restarts: 0,
    environment: variables(config.env),
    mounts: things(found.mounts).map(({ source, target, readOnly }) => ({
      source: text(source),
      target: text(target),
      readOnly: readOnly === true,
    })),
    networks: Object.entries(inner(found, 'networkSettings')).map(([name, settings]) => ({
      name,
      addresses: texts((settings as Found | null)?.addresses),
    })),
  };
}
