mod cluster;
mod figures;
mod namespaces;
mod pace;
mod rules;
mod ways;
mod work;
