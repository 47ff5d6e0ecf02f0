/// Answers the events of headers and footers of one kind of model.
@TableActor
open class SectionAccessoryEventHandler<Model: SectionAccessoryModel>: ViewEventHandler<
    Model, TableViewHeaderFooterView
>
{}
