//! What a change costs, and what is told of it.

use engines::kubernetes::{
    ClusterChange, Kind, Marks, Namespace, ObjectName, Part, Service, ServiceKind, Thing,
    ThingName, Things,
};

use super::cluster::{ingress, labels, node, port, service};
use crate::kubernetes::census::Census;
use crate::sightings::Sighting;

const MANY: usize = 2_000;

fn numbered(number: usize) -> Service {
    let mut service = service(ServiceKind::NodePort, labels(&[("app", "films")]));
    service.name = ObjectName::new(format!("space-{}", number % 20), format!("films-{number}"));
    service.ports[0].node_port = number.is_multiple_of(2).then_some(30_000);
    service
}

fn services() -> Part {
    Part { kind: Kind::Services, namespace: None }
}

fn crowded() -> Census {
    let mut census = Census::new(false);
    let all = (0..MANY).map(numbered).collect();
    census.apply(ClusterChange::All(services(), Things::Services(all)));
    assert_eq!((census.settle().len(), census.judged), (MANY, MANY));
    census
}

/// How many services are judged for a change, and how many of them are told.
fn cost(census: &mut Census, change: ClusterChange) -> (usize, usize) {
    let before = census.judged;
    census.apply(change);
    let told = census.settle().len();
    (census.judged - before, told)
}

#[test]
fn the_cost_of_a_change_does_not_depend_on_how_many_services_there_are() {
    let mut census = crowded();
    let changed = |thing| ClusterChange::Changed(thing);
    assert_eq!(cost(&mut census, changed(Thing::Service(numbered(MANY)))), (1, 1));
    assert_eq!(cost(&mut census, changed(Thing::Service(numbered(MANY)))), (0, 0));
    let gone = ThingName::Service(numbered(7).name);
    assert_eq!(cost(&mut census, ClusterChange::Gone(gone.clone())), (1, 1));
    assert_eq!(cost(&mut census, ClusterChange::Gone(gone)), (0, 0));

    let mut door = ingress(Marks::default(), false);
    door.name.namespace = "space-3".into();
    door.rules[0].service = "films-3".into();
    assert_eq!(cost(&mut census, changed(Thing::Ingress(door.clone()))), (1, 1));
    assert_eq!(cost(&mut census, changed(Thing::Ingress(door.clone()))), (0, 0));
    door.rules[0].service = "films-23".into();
    assert_eq!(cost(&mut census, changed(Thing::Ingress(door.clone()))), (2, 2));
    assert_eq!(cost(&mut census, ClusterChange::Gone(ThingName::Ingress(door.name))), (1, 1));

    let namespace = Namespace { name: "space-3".into(), marks: labels(&[("istio.io/rev", "1")]) };
    let in_it = MANY / 20;
    assert_eq!(cost(&mut census, changed(Thing::Namespace(namespace.clone()))), (in_it, in_it));
    assert_eq!(cost(&mut census, changed(Thing::Namespace(namespace))), (0, 0));

    let at_nodes = MANY / 2 + 1;
    let ready = || changed(Thing::Node(node("a", "192.168.0.1", "", true)));
    assert_eq!(cost(&mut census, ready()), (at_nodes, at_nodes));
    assert_eq!(cost(&mut census, ready()), (0, 0));
}

#[test]
fn a_list_tells_only_what_is_another() {
    let mut census = crowded();
    let mut all: Vec<Service> = (1..=MANY).map(numbered).collect();
    all[4].ports = vec![port(81)];
    // One is gone, one is new, one is another.
    let list = ClusterChange::All(services(), Things::Services(all));
    assert_eq!(cost(&mut census, list), (3, 3));

    let part = Part { kind: Kind::Services, namespace: Some("space-3".into()) };
    let none = ClusterChange::All(part, Things::Services(Vec::new()));
    assert_eq!(cost(&mut census, none), (MANY / 20, MANY / 20));
    assert_eq!(census.whole().len(), MANY - MANY / 20);
}

#[test]
fn a_service_that_comes_goes_and_hides_is_told_each_time() {
    let mut census = Census::new(false);
    let mut tell = |change: ClusterChange| {
        census.apply(change);
        let told = census.settle().into_iter().map(|sighting| match sighting {
            Sighting::Seen(observation) => format!("seen {}", observation.service),
            Sighting::Gone(service) => format!("gone {service}"),
            other => panic!("{other:?}"),
        });
        told.collect::<Vec<_>>()
    };
    let films = |marks| {
        ClusterChange::Changed(Thing::Service(service(ServiceKind::NodePort, labels(marks))))
    };
    let name = ObjectName::new("media", "films");
    assert_eq!(tell(films(&[("app", "films")])), ["seen kubernetes:media/films"]);
    assert_eq!(tell(films(&[])), ["gone kubernetes:media/films"]);
    assert!(tell(films(&[("svc.enable", "false")])).is_empty());
    assert_eq!(tell(films(&[("svc.enable", "true")])), ["seen kubernetes:media/films"]);
    let gone = ClusterChange::Gone(ThingName::Service(name));
    assert_eq!(tell(gone.clone()), ["gone kubernetes:media/films"]);
    assert!(tell(gone).is_empty());
}

#[test]
fn an_ingress_may_come_before_its_service() {
    let mut census = Census::new(false);
    let door = ingress(labels(&[("app.kubernetes.io/name", "films")]), true);
    assert_eq!(cost(&mut census, ClusterChange::Changed(Thing::Ingress(door.clone()))).1, 0);
    let films = service(ServiceKind::ClusterIp, Marks::default());
    assert_eq!(cost(&mut census, ClusterChange::Changed(Thing::Service(films))).1, 1);
    assert_eq!(cost(&mut census, ClusterChange::Gone(ThingName::Ingress(door.name))).1, 1);
    assert!(census.whole().is_empty());
}
