// German stands beside the code that shows it, as English does; other languages are one file here.
import { gathered, type TextFiles } from '~/lib/texts';

export default gathered(import.meta.glob('../*/**/de.json', { eager: true }) as TextFiles);
